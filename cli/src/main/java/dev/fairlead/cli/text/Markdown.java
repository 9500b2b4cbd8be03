package dev.fairlead.cli.text;

import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;

/** Shows Markdown (CommonMark, and the tables of GitHub) on a terminal. */
public final class Markdown {
    private static final int MOST_BLOCKS_OPEN = 24;
    private static final int MOST_INLINES_OPEN = 24;

    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create()))
            .maxOpenBlockParsers(MOST_BLOCKS_OPEN)
            .maxInlineNesting(MOST_INLINES_OPEN)
            .build();

    private Markdown() {}

    /** Returns the lines of a text; one that would take long to read as Markdown is shown as it is. */
    public static List<StyledText> lines(String text, int width, Theme theme) {
        if (!MarkdownBounds.isWithin(text)) {
            return plain(text, width);
        }
        return new MarkdownBlocks(theme).lines(PARSER.parse(text), width);
    }

    /** Returns whether a text that does not say what it is reads better as Markdown; where in doubt, it does not. */
    public static boolean looksLike(String text) {
        return MarkdownSigns.areIn(text);
    }

    /** Returns the lines of text that is nothing else, broken to a width. */
    public static List<StyledText> plain(String text, int width) {
        return StyledText.lines(text).stream()
                .flatMap(line -> line.wrapped(width).stream())
                .toList();
    }
}
