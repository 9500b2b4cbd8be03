package dev.fairlead.protocol.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcerptTest {

    @Test
    void ordinaryTextOfAnyLanguageIsShownAsItIs() {
        var text = "Grüße, 日本語, עברית, 😀 {\"a\": [1, \\n]}";
        assertThat(Excerpt.of(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0x00, \\u0000",
        "0x09, \\u0009",
        "0x0a, \\u000a",
        "0x0d, \\u000d",
        "0x1b, \\u001b",
        "0x7f, \\u007f",
        "0x85, \\u0085",
        "0x9b, \\u009b",
        "0xad, \\u00ad",
        "0x200b, \\u200b",
        "0x200e, \\u200e",
        "0x2028, \\u2028",
        "0x2029, \\u2029",
        "0x202e, \\u202e",
        "0x2066, \\u2066",
        "0x115f, \\u115f",
        "0x2800, \\u2800",
        "0x3164, \\u3164",
        "0xffa0, \\uffa0",
        "0xfeff, \\ufeff",
        "0xe000, \\ue000",
        "0xffff, \\uffff",
        "0xd800, \\ud800",
        "0xdfff, \\udfff",
    })
    void whatDrivesATerminalOrCannotBeSeenIsEscaped(String point, String shown) {
        assertThat(Excerpt.of("a" + (char) (int) Integer.decode(point) + "b")).isEqualTo("a" + shown + "b");
    }

    @Test
    void longTextIsCutWithAnEllipsis() {
        assertThat(Excerpt.of("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(Excerpt.of("x".repeat(201))).isEqualTo("x".repeat(200) + "…");
        assertThat(Excerpt.of("abc", 2)).isEqualTo("ab…");
        assertThat(Excerpt.of("abc", 0)).isEqualTo("…");
        assertThat(Excerpt.of("", 0)).isEmpty();
    }

    @Test
    void aCharacterIsNeverCutInHalf() {
        assertThat(Excerpt.of("a😀b", 2)).isEqualTo("a…");
        assertThat(Excerpt.of("a😀b", 3)).isEqualTo("a😀…");
    }

    @Test
    void randomTextStaysOnOneShortHarmlessLine() {
        for (long seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            for (int i = random.nextInt(500); i > 0; i--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 0x100 : 0x10000));
            }
            var shown = Excerpt.of(text.toString());
            assertThat(shown.length()).as("seed %d", seed).isLessThanOrEqualTo(200 * 7 + 1);
            assertThat(shown.codePoints()
                            .noneMatch(point -> Character.isISOControl(point)
                                    || Character.getType(point) == Character.FORMAT
                                    || Character.getType(point) == Character.SURROGATE))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }
}
