package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import java.util.List;
import java.util.regex.Pattern;

/** Markdown of a server is shown with the escape sequences that are ours, and no others, and not much longer than it is. */
class MarkdownFuzzTest {
    private static final Pattern GRAPHICS = Pattern.compile("\u001b\\[[0-9;]+m");
    private static final Pattern LINK =
            Pattern.compile("\u001b]8;;(?i:https?://[!-~]{1,2000})\u001b\\\\([^\n]*?)\u001b]8;;\u001b\\\\");
    private static final List<Theme> THEMES = List.of(
            Theme.PLAIN, new Theme(false, false, false), new Theme(true, false, true), new Theme(true, true, true));
    private static final int[] WIDTHS = {1, 20, 80};
    // A table repeats its width in every line, and each level of a list its indentation.
    private static final int LONGEST_FACTOR = 400;

    @DictionaryEntries({
        "# ",
        "- ",
        "1. ",
        "999999999. ",
        "> ",
        "> > ",
        "```",
        "    code",
        "***",
        "**",
        "_",
        "`",
        "[a](https://example.com)",
        "[a](javascript:alert)",
        "![a](b)",
        "<https://example.com>",
        "[a]: <b>",
        "<b>",
        "<!--",
        "| a | b |",
        "|---|--:|",
        "|",
        "\\",
        "  ",
        "&#27;",
        "&#x202e;",
        "&#x9b;",
        "\u001b]8;;",
        "\u001b\\",
        "\\ud800"
    })
    @FuzzTest
    void shows(byte[] input) {
        var text = Foreign.text(input);
        boolean ignored = Markdown.looksLike(text);
        for (var theme : THEMES) {
            for (int width : WIDTHS) {
                var lines = Markdown.lines(text, width, theme);
                assertThat(lines).allSatisfy(line -> Foreign.assertShowable(line.plain(), Integer.MAX_VALUE));
                var shown = new Renderer(theme).render(lines);
                assertThat(shown.length()).isLessThanOrEqualTo(LONGEST_FACTOR * (text.length() + 10));
                Foreign.assertHarmless(theme.colour() ? withoutOurs(shown) : shown);
            }
        }
    }

    private static String withoutOurs(String shown) {
        var bare = GRAPHICS.matcher(shown).replaceAll("");
        return LINK.matcher(bare).replaceAll("$1");
    }
}
