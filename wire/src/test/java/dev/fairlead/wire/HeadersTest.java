package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersTest {
    private static final String LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final String MARKS = "!#$%&'*+-.^_`|~"; // RFC 9110, 5.6.2

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

    @Test
    void namesKnowNoCase() {
        var headers = Headers.of(Map.of("X-One", "1"));

        assertThat(headers.get("x-oNE")).contains("1");
        assertThat(headers.get("X-Two")).isEmpty();
    }

    @Test
    void theNewestValueAndSpellingOfANameCount() {
        var headers = Headers.NONE.with("X-One", "1").with("x-one", "2");

        assertThat(headers.values()).containsExactly(Map.entry("x-one", "2"));
    }

    @Test
    void othersTakeThePlaceOfOlderOnesOfTheirNames() {
        var older = Headers.of(Map.of("X-One", "1", "X-Two", "2"));
        var newer = Headers.of(Map.of("x-two", "3", "X-Three", "4"));

        assertThat(older.with(newer).values())
                .containsOnly(Map.entry("X-One", "1"), Map.entry("x-two", "3"), Map.entry("X-Three", "4"));
    }

    @Test
    void noHeadersChangeNothing() {
        var headers = Headers.of(Map.of("X-One", "1"));

        assertThat(headers.with(Headers.NONE)).isSameAs(headers);
        assertThat(Headers.NONE.with(headers)).isSameAs(headers);
    }

    @Test
    void theirTextNamesThemAndSaysNothingOfTheirValues() {
        assertThat(Headers.NONE.with("X-Key", "secret").with("X-Other", "hush")).hasToString("[X-Key, X-Other]");
    }

    @Test
    void aNameHoldsLettersDigitsAndAFewMarks() {
        var fit = LETTERS_AND_DIGITS + MARKS;
        for (char c = 0; c <= 0x17f; c++) {
            var name = "X" + c;
            if (fit.indexOf(c) >= 0) {
                assertThat(Headers.NONE.with(name, "v").get(name)).contains("v");
            } else {
                assertThatThrownBy(() -> Headers.NONE.with(name, "v"))
                        .as("character %d", (int) c)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThatThrownBy(() -> Headers.NONE.with("", "v")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aValueHoldsPrintableAsciiAndTabsAndIsNotShownWhereItDoesNot() {
        for (char c = 0; c <= 0x17f; c++) {
            var value = "secret" + c;
            if (c == '\t' || (c >= ' ' && c <= '~')) {
                assertThat(Headers.NONE.with("X-Key", value).get("X-Key")).contains(value);
            } else {
                assertThatThrownBy(() -> Headers.NONE.with("X-Key", value))
                        .as("character %d", (int) c)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("X-Key")
                        .hasMessageNotContaining("secret");
            }
        }
    }
}
