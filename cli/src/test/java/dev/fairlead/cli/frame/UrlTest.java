package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UrlTest {
    private static final String KEY = "ZjE0YzA3Yjct9d8aNDQ3My1hMGZl";

    @ParameterizedTest
    @CsvSource({
        "https://example.com/mcp, https://example.com/mcp",
        "https://u:p@example.com/s/" + KEY + "/mcp, https://example.com/s/••••/mcp",
        "https://example.com/" + KEY + "?k=" + KEY + ", https://example.com/••••?…",
        "https://example.com#x, https://example.com?…",
        "ws://u:p@example.com/" + KEY + ", ws://example.com/••••",
        "localhost:3000/" + KEY + "?k=1, localhost:3000/••••?…",
        "a1b2c3d4e5.example.com/mcp, a1b2c3d4e5.example.com/mcp",
        "files, files",
        KEY + ", " + KEY,
    })
    void areShownWithoutWhatMayBeSecret(String word, String shown) {
        assertThat(Url.shown(word)).isEqualTo(shown);
    }
}
