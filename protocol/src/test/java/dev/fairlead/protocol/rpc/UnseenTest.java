package dev.fairlead.protocol.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnseenTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x0A, 0x7F, 0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F,
                0x2003, 0x200B, 0x200C, 0x200D, 0x200E, 0x2028, 0x202E, 0x2060, 0x2066, 0x2800, 0x3000, 0x3164, 0xD800,
                0xE000, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFFF, 0x1D159, 0xE0041, 0xE0100, 0x10FFFF
            })
    void noneOfTheseIsSeenInAName(int point) {
        assertThat(Unseen.inName(point)).isTrue();
    }

    @Test
    void whatIsReadIsSeen() {
        assertThat("a Z~é\u0301я中한ا\u2801\u1100\ud83d\ude00".codePoints()).noneMatch(Unseen::inName);
    }
}
