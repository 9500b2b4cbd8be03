package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StyledTextTest {
    private static final Renderer ANSI = new Renderer(new Theme(true, true, true));
    private static final Renderer PLAIN = new Renderer(Theme.PLAIN);

    private static String ansi(StyledText text) {
        return ANSI.render(text).replace('\u001b', '^');
    }

    @Test
    void meaningsBecomeEscapesOnlyWhereThereAreColours() {
        var text = StyledText.of("name", Role.NAME).plus(" is ").plus("bad", Role.BAD, Role.STRONG);

        assertThat(ansi(text)).isEqualTo("^[36mname^[0m is ^[31;1mbad^[0m");
        assertThat(PLAIN.render(text)).isEqualTo("name is bad");
        assertThat(text.width()).isEqualTo(11);
    }

    @Test
    void onlyAddressesOfTheWebCanBeClicked() {
        assertThat(ansi(StyledText.of("x").linkedTo("https://x.example/?q=1")))
                .isEqualTo("^]8;;https://x.example/?q=1^\\x^]8;;^\\");
        for (var url : List.of(
                "file:///etc/passwd",
                "javascript:alert(1)",
                "https://x.example/ä",
                "https://x.example/ b",
                "https://x.example/\u001b\\",
                "https://x.example/\u0007",
                "https://x.example/\n",
                "https://",
                "https://" + "x".repeat(3000))) {
            assertThat(ansi(StyledText.of("x").linkedTo(url))).as(url).isEqualTo("x");
        }
    }

    @Test
    void addressesAreNotClickedWhereTheTerminalCannot() {
        var text = StyledText.of("x", Role.LINK).linkedTo("https://x.example");

        assertThat(new Renderer(new Theme(true, false, true)).render(text)).isEqualTo("\u001b[4mx\u001b[0m");
    }

    @Test
    void piecesKeepTheirMeaningWhenTheyAreCutOrWrapped() {
        var text = StyledText.of("bold words", Role.STRONG).plus(" and plain");

        assertThat(text.wrapped(7).stream().map(StyledTextTest::ansi))
                .containsExactly("^[1mbold^[0m", "^[1mwords^[0m", "and", "plain");
        assertThat(ansi(text.cut(7, "…"))).isEqualTo("^[1mbold w^[0m^[2m…^[0m");
        assertThat(text.wrapped(15).getFirst())
                .isEqualTo(StyledText.of("bold words", Role.STRONG).plus(" and"));
    }

    @Test
    void linesAreSplitAndTabsAreFilled() {
        assertThat(StyledText.lines("a\tb\r\n\t漢\tc\n\nd"))
                .extracting(StyledText::plain)
                .containsExactly("a   b", "    漢  c", "", "d");
        assertThat(StyledText.of("a\nb\tc").plain()).isEqualTo("a b c");
    }

    @Test
    void paddingIsOnEitherSide() {
        assertThat(StyledText.of("漢").padded(4).plain()).isEqualTo("漢  ");
        assertThat(StyledText.of("漢").paddedLeft(4).plain()).isEqualTo("  漢");
        assertThat(StyledText.EMPTY.padded(2).plain()).isEqualTo("  ");
    }

    @Test
    void nothingIsNothing() {
        assertThat(StyledText.of("", Role.BAD)).isEqualTo(StyledText.EMPTY);
        assertThat(ansi(StyledText.EMPTY)).isEmpty();
        assertThat(StyledText.lines("")).isEmpty();
        assertThat(ANSI.render(List.of(StyledText.EMPTY, StyledText.of("a")))).isEqualTo("\na\n");
    }
}
