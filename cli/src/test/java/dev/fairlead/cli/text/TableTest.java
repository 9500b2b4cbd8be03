package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class TableTest {
    private static final Table TOOLS = Table.of(
                    Column.whole("NAME"), Column.number("CALLS"), Column.wrapped("ABOUT"), Column.cut("SERVER"))
            .row("search", "12", "Finds what is looked for, in all of the places where it could be found", "library")
            .row("検索", "3456", "すべての場所で探しているものを見つけます。それは長い説明です。", "図書館のサーバー")
            .row("quiet", "", "", "x")
            .row("emoji", "1", "\uD83D\uDC69\u200D\uD83D\uDE80 flies \u2764\uFE0F");

    private static String text(Table table, int width) {
        return new Renderer(Theme.PLAIN).render(table.lines(width, Theme.PLAIN));
    }

    @Test
    void cellsAreWrappedOrCutToEightyColumns() {
        assertThat(text(TOOLS, 80)).isEqualTo("""
            NAME    CALLS  ABOUT                                            SERVER
            search     12  Finds what is looked for, in all of the places   library
                           where it could be found
            検索     3456  すべての場所で探しているものを見つけます。それ   図書館のサーバー
                           は長い説明です。
            quiet                                                           x
            emoji       1  👩‍🚀 flies ❤️
            """);
    }

    @Test
    void wideTerminalsShowAllOfIt() {
        assertThat(text(TOOLS, 200)).isEqualTo(text(TOOLS, Width.UNLIMITED));
        assertThat(text(TOOLS, 200)).isEqualTo("""
            NAME    CALLS  ABOUT                                                                   SERVER
            search     12  Finds what is looked for, in all of the places where it could be found  library
            検索     3456  すべての場所で探しているものを見つけます。それは長い説明です。          図書館のサーバー
            quiet                                                                                  x
            emoji       1  👩‍🚀 flies ❤️
            """);
    }

    @Test
    void narrowTerminalsMakeEveryColumnGiveWay() {
        assertThat(text(TOOLS, 20)).isEqualTo("""
            NA…  CA…  ABOU  SER…
                      T
            se…   12  Find  lib…
                      s
                      what
                      is
                      look
                      ed
                      for,
                      in
                      all
                      of
                      the
                      plac
                      es
                      wher
                      e it
                      coul
                      d be
                      foun
                      d
            検…  34…  すべ  図…
                      ての
                      場所
                      で探
                      して
                      いる
                      もの
                      を見
                      つけ
                      ま
                      す。
                      それ
                      は長
                      い説
                      明で
                      す。
            qu…             x
            em…    1  👩‍🚀
                      flie
                      s ❤️
            """);
    }

    @Test
    void tablesWithoutHeadingsHaveNoLineOfThem() {
        assertThat(text(
                        Table.of(Column.whole(""), Column.whole(""))
                                .row("a", "b")
                                .row("cc"),
                        80))
                .isEqualTo("a   b\ncc\n");
    }

    @Test
    void tablesWithoutRowsAreTheirHeadings() {
        var table = Table.of(Column.whole("A"), Column.whole("B"));

        assertThat(table.isEmpty()).isTrue();
        assertThat(text(table, 80)).isEqualTo("A  B\n");
    }

    @Test
    void meaningsSurviveAndPaddingHasNone() {
        var table = Table.of(Column.whole("A"), Column.whole("B"))
                .row(StyledText.of("good", Role.GOOD), StyledText.of("x"));
        var theme = new Theme(true, false, true);

        assertThat(new Renderer(theme).render(table.lines(80, theme)).replace('\u001b', '^'))
                .isEqualTo("^[1mA^[0m     ^[1mB^[0m\n^[32mgood^[0m  x\n");
    }

    @Test
    void lineEndsInCellsDoNotBreakRows() {
        assertThat(text(Table.of(Column.whole("A")).row("a\nb\tc"), 80)).isEqualTo("A\na b c\n");
    }

    @Test
    void moreCellsThanColumnsAreAMistake() {
        var table = Table.of(Column.whole("A"));

        assertThatThrownBy(() -> table.row("a", "b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noLineIsWiderThanTheTerminalOrEndsInBlanks() {
        for (int seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            int width = 1 + random.nextInt(100);
            var lines = Table.of(
                            Column.whole(HostileText.next(random)),
                            Column.wrapped("b"),
                            Column.number("c"),
                            Column.cut(HostileText.next(random)))
                    .row(HostileText.next(random), HostileText.next(random))
                    .row("", "", HostileText.next(random), HostileText.next(random))
                    .lines(width, Theme.PLAIN);

            assertThat(lines).as("seed %d", seed).allMatch(line -> line.width() <= width);
        }
    }
}
