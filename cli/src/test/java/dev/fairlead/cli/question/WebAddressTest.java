package dev.fairlead.cli.question;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebAddressTest {

    @ParameterizedTest
    @CsvSource({
        "https://example.com/a?b#c, https://, example.com, /a?b#c",
        "https://good.com@evil.com/, https://good.com@, evil.com, /",
        "https://evil.com:evil.com@evil.com/evil.com, https://evil.com:evil.com@, evil.com, /evil.com",
        "http://[::1]:80/x, http://, [::1], :80/x",
        "HTTPS://Example.com, HTTPS://, Example.com, ''",
    })
    void theHostIsFound(String url, String before, String host, String after) {
        var address = WebAddress.of(url).orElseThrow();

        assertThat(address.before()).isEqualTo(before);
        assertThat(address.host()).isEqualTo(host);
        assertThat(address.after()).isEqualTo(after);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "javascript:alert(1)",
                "data:text/html,x",
                "file:///x",
                "https:///x",
                "https://a b/",
                "https://é/",
                "https://a/\u202e",
                "ftp://a/",
                "https://a/\n",
                "//a/b",
                "http:a"
            })
    void theRestIsNoAddress(String url) {
        assertThat(WebAddress.of(url)).isEmpty();
    }

    @Test
    void whatIsOddIsWarnedOf() {
        assertThat(WebAddress.of("https://example.com/").orElseThrow().warnings())
                .isEmpty();
        assertThat(WebAddress.of("http://localhost:8080/").orElseThrow().warnings())
                .isEmpty();
        assertThat(WebAddress.of("http://example.com/").orElseThrow().warnings())
                .hasSize(1);
        assertThat(WebAddress.of("https://a@example.com/").orElseThrow().warnings())
                .hasSize(1);
        assertThat(WebAddress.of("https://xn--exmple-4nf.com/").orElseThrow().warnings())
                .singleElement()
                .asString()
                .contains("beyond ASCII");
        assertThat(WebAddress.of("https://10.0.0.1/").orElseThrow().warnings()).hasSize(1);
    }
}
