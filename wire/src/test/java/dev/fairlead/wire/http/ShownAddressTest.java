package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses are named in errors and logs without what may be a key. */
final class ShownAddressTest {
    private static final String KEY = "ZjE0YzA3Yjct9d8aNDQ3My1hMGZl";

    @ParameterizedTest
    @CsvSource({
        "https://example.com/, example.com",
        "https://example.com/mcp, example.com/mcp",
        "http://127.0.0.1:9/api/mcp/s/" + KEY + "/mcp, 127.0.0.1:9/api/mcp/s/••••/mcp",
        "https://user:" + KEY + "@example.com/" + KEY + "?key=" + KEY + "#" + KEY + ", example.com/••••",
        "https://example.com/mcp-server-2025-06-18/tools, example.com/mcp-server-2025-06-18/tools",
    })
    void aServerIsNamedWithoutKeys(String url, String name) {
        var transport = HttpTransport.to(url);

        assertThat(transport.server()).isEqualTo(name);
        assertThat(transport).hasToString(name);
        assertThat(transport.identity().orElseThrow()).doesNotContain(KEY);
    }

    @Test
    void twoServersWithTheSameNameAreTwoAllTheSame() {
        assertThat(HttpTransport.to("https://example.com/" + KEY).identity())
                .isNotEqualTo(
                        HttpTransport.to("https://example.com/" + KEY + "1").identity());
    }

    @Test
    void whatIsNoAddressIsToldWithoutKeys() {
        assertThatThrownBy(() -> HttpTransport.to("ftp://user:" + KEY + "@example.com/" + KEY + "?" + KEY))
                .hasMessageEndingWith("ftp://example.com/••••");
    }

    @Test
    void aPlaceHasNoUserNoQueryAndNoKeys() {
        assertThat(ShownAddress.place("https://u:p@example.com/a/%s/b?c#d".formatted(KEY)))
                .isEqualTo("https://example.com/a/••••/b");
        assertThat(ShownAddress.place("https://example.com")).isEqualTo("https://example.com");
        assertThat(ShownAddress.place("a/" + KEY)).isEqualTo("a/••••");
    }

    @ParameterizedTest
    @CsvSource({
        "abcdefgh1ijklmn2, true, letters and digits take three turns in sixteen characters",
        "abcdefgh1ijklm2, false, fifteen characters",
        "abcdefgh1ijklmno, false, two turns",
        "2025-2026-report-, false, two turns with signs in between",
        "aBcDeFFFFFFFFF12, true, five turns of large and small letters with digits",
        "aBcDeeeeeeeeee12, false, four such turns",
        "getAllOpenIssuesOfUser, false, many such turns without digits"
    })
    void aWordLooksMadeUpWhereItsLettersChangeOften(String word, boolean random, String why) {
        assertThat(ShownAddress.random(word)).as(why).isEqualTo(random);
    }

    @Test
    void aHostIsShownWhateverItLooksLike() {
        assertThat(ShownAddress.place("https://%s/a".formatted(KEY))).isEqualTo("https://%s/a".formatted(KEY));
    }
}
