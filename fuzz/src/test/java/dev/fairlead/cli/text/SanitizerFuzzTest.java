package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;

/** Nothing that a server sends drives a terminal, and what fits a width is no wider. */
class SanitizerFuzzTest {
    private static final int LONGEST_ESCAPE = 10;
    private static final int[] WIDTHS = {1, 2, 9, 80};

    @DictionaryEntries({
        "\u001b[31m",
        "\u001b]0;title\u0007",
        "\u001b]8;;https://example.com\u001b\\",
        "\u009b2J",
        "\b",
        "\u007f",
        "\u0085",
        "\u061c",
        "\u200b",
        "\u200d",
        "\u202e",
        "\u2066",
        "\u2028",
        "\ufeff",
        "\ufe0f",
        "\u0301",
        "é",
        "한",
        "가",
        "👨‍👩‍👧",
        "🇩🇪",
        "क्‍ष",
        "\udb40\udc41",
        "\\ud800",
        "\\udc00"
    })
    @FuzzTest
    void cleans(byte[] input) {
        var foreign = Foreign.text(input);
        var text = Sanitizer.text(foreign);
        Foreign.assertHarmless(text);
        assertThat(text).hasSizeLessThanOrEqualTo(LONGEST_ESCAPE * foreign.length());
        assertThat(Sanitizer.text(text)).isEqualTo(text);
        var line = Sanitizer.line(foreign);
        Foreign.assertShowable(line, LONGEST_ESCAPE * foreign.length());
        assertThat(Sanitizer.line(line)).isEqualTo(line);
        assertSameJson(foreign);
        for (int width : WIDTHS) {
            assertFits(foreign, line, width);
        }
    }

    private static void assertSameJson(String foreign) {
        if (StandardCharsets.UTF_8.newEncoder().canEncode(foreign)) {
            var value = Json.array().add(foreign);
            var json = Sanitizer.json(Json.write(value));
            Foreign.assertShowable(json, Integer.MAX_VALUE);
            assertThat(Json.parse(json)).isEqualTo(value);
        }
    }

    private static void assertFits(String foreign, String line, int width) {
        var cut = Width.cut(foreign, width, "…");
        assertThat(Width.columns(cut)).isLessThanOrEqualTo(width);
        Foreign.assertHarmless(cut);
        var parts = Width.wrapped(foreign, width);
        for (var part : parts) {
            assertThat(Width.columns(part)).isLessThanOrEqualTo(Math.max(2, width));
            Foreign.assertHarmless(part);
        }
        assertThat(String.join("", parts).replace(" ", "")).isEqualTo(line.replace(" ", ""));
    }
}
