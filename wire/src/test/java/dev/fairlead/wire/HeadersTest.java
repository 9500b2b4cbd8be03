package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept",
                "Connection",
                "Content-Encoding",
                "Content-Length",
                "Content-Type",
                "Expect",
                "Host",
                "HTTP2-Settings",
                "Keep-Alive",
                "Last-Event-ID",
                "Mcp-Session-Id",
                "Proxy-Authorization",
                "Proxy-Connection",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade"
            })
    void whomARequestReachesAndHowItIsUnderstoodIsNobodysToSay(String name) {
        for (var spelling : new String[] {name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT)}) {
            assertThatThrownBy(() -> Headers.NONE.withOwn(spelling, "a value"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(spelling)
                    .hasMessageNotContaining("a value");
        }
    }

    @Test
    void otherHeadersAreTheApplications() {
        var headers = Headers.NONE.withOwn("Authorization", "a").withOwn("X-Host", "b");

        assertThat(headers.values()).containsOnlyKeys("Authorization", "X-Host");
    }
}
