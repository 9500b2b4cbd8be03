package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WidthTest {

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "abc, 3",
        "äöü, 3",
        "漢字, 4",
        "ｶﾅ, 2",
        "ＡＢ, 4",
        "한국, 4",
        "\u1112\u1161\u11ab, 2",
        "e\u0301, 1",
        "\u0301, 0",
        "\uD83D\uDE00, 2",
        "\uD83D\uDC69\u200D\uD83D\uDE80, 2",
        "\uD83D\uDC69\uD83C\uDFFD, 2",
        "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67, 2",
        "\uD83C\uDDEA\uD83C\uDDFA, 2",
        "\uD83C\uDDEA\uD83C\uDDFA\uD83C\uDDE9\uD83C\uDDEA, 4",
        "\u2764, 1",
        "\u2764\uFE0F, 2",
        "1\uFE0F\u20E3, 2",
        "\u2705, 2",
        "a\uD83C\uDFFDb, 4",
        "𠀀, 2",
        "…, 1",
        "─│█, 3",
        "שלום, 4"
    })
    void columnsAreThoseOfTerminals(String text, int columns) {
        assertThat(Width.columns(text)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({
        "abcdef, 6, abcdef",
        "abcdef, 5, abcd…",
        "abcdef, 2, a…",
        "abcdef, 1, a",
        "abcdef, 0, ''",
        "abcdef, -3, ''",
        "'', 0, ''",
        "漢字漢字, 8, 漢字漢字",
        "漢字漢字, 7, 漢字漢…",
        "漢字漢字, 6, 漢字…",
        "漢字漢字, 1, ''",
        "e\u0301e\u0301e\u0301, 2, e\u0301…"
    })
    void cutTextEndsInAnEllipsisAndIsNeverTooWide(String text, int width, String cut) {
        assertThat(Width.cut(text, width, "…")).isEqualTo(cut);
    }

    @Test
    void clustersAreCutAsAWhole() {
        var astronaut = "\uD83D\uDC69\u200D\uD83D\uDE80";

        assertThat(Width.cut(astronaut + astronaut, 3, "…")).isEqualTo(astronaut + "…");
        assertThat(Width.wrapped(astronaut + astronaut, 2)).containsExactly(astronaut, astronaut);
    }

    @Test
    void paddingCountsColumns() {
        assertThat(Width.padded("漢", 4)).isEqualTo("漢  ");
        assertThat(Width.padded("abc", 2)).isEqualTo("abc");
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 10, 1",
        "'a\n\nb', 10, 3",
        "abcdefghij, 4, 3",
        "'the quick brown', 11, 2",
        "漢字漢字漢字, 4, 3",
        "漢字漢字漢字, 5, 3",
        "'                    x', 10, 3",
        "abc, 0, 3"
    })
    void linesAreCountedAsTheTerminalBreaksThem(String text, int width, int lines) {
        assertThat(Width.lines(text, width)).isEqualTo(lines);
    }

    @Test
    void linesBreakBetweenWords() {
        assertThat(Width.wrapped("the quick brown fox", 10)).containsExactly("the quick", "brown fox");
        assertThat(Width.wrapped("the quick brown fox", 9)).containsExactly("the quick", "brown fox");
        assertThat(Width.wrapped("the quick   brown", 9)).containsExactly("the quick", "brown");
        assertThat(Width.wrapped("a  b", 80)).containsExactly("a  b");
        assertThat(Width.wrapped("a b   ", 80)).containsExactly("a b");
        assertThat(Width.wrapped("  a b", 80)).containsExactly("  a b");
        assertThat(Width.wrapped("", 10)).containsExactly("");
        assertThat(Width.wrapped("    ", 2)).containsExactly("");
        assertThat(Width.wrapped("      abc", 3)).containsExactly("abc");
    }

    @Test
    void wordsThatAreTooLongBreakInside() {
        assertThat(Width.wrapped("a abcdefghij b", 4)).containsExactly("a", "abcd", "efgh", "ij b");
        assertThat(Width.wrapped("abc", 0)).containsExactly("a", "b", "c");
    }

    @Test
    void scriptsWithoutBlanksBreakBetweenLettersButNotBeforeAStop() {
        assertThat(Width.wrapped("漢字かな", 4)).containsExactly("漢字", "かな");
        assertThat(Width.wrapped("漢字か。な", 6)).containsExactly("漢字", "か。な");
        assertThat(Width.wrapped("漢", 1)).containsExactly("漢");
    }

    @Test
    void wrappedLinesFitAndLoseNothingButBlanks() {
        for (int seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var text = Sanitizer.line(HostileText.next(random));
            int width = 2 + random.nextInt(20);

            var lines = Width.wrapped(text, width);

            assertThat(lines).as("seed %d", seed).allMatch(line -> Width.columns(line) <= width);
            assertThat(String.join("", lines).replace(" ", ""))
                    .as("seed %d", seed)
                    .isEqualTo(text.replace(" ", ""));
            assertThat(Width.columns(Width.cut(text, width, "…")))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(width);
        }
    }

    @Test
    void longLinesWrapInTimeThatGrowsWithTheirLength() {
        var lines = Width.wrapped("ab".repeat(500_000) + " " + "a ".repeat(500_000), 20);

        assertThat(lines).hasSize(50_000 + 50_000);
    }
}
