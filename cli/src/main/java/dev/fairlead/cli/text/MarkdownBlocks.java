package dev.fairlead.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.ThematicBreak;

/** Lays out the blocks of a Markdown document, below each other and inside each other. */
final class MarkdownBlocks {
    private static final int NARROWEST = 8;
    private static final int LONGEST_RULE = 40;

    private final Theme theme;
    private final Glyphs glyphs;

    MarkdownBlocks(Theme theme) {
        this.theme = theme;
        this.glyphs = theme.glyphs();
    }

    /** Returns the lines of all blocks in a node. */
    List<StyledText> lines(Node parent, int width) {
        return children(parent, width, false);
    }

    private List<StyledText> children(Node parent, int width, boolean tight) {
        var lines = new ArrayList<StyledText>();
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof LinkReferenceDefinition) {
                continue;
            }
            if (!lines.isEmpty() && !tight) {
                lines.add(StyledText.EMPTY);
            }
            lines.addAll(block(node, Math.max(NARROWEST, width)));
        }
        return lines;
    }

    private List<StyledText> block(Node node, int width) {
        return switch (node) {
            case Heading heading -> heading(heading, width);
            case BlockQuote quote ->
                prefixed(
                        children(quote, narrowed(width, 2), false),
                        StyledText.of(glyphs.quote() + " ", Role.FAINT),
                        StyledText.of(glyphs.quote() + " ", Role.FAINT));
            case ListBlock list -> list(list, width);
            case FencedCodeBlock code -> code(code.getLiteral(), width);
            case IndentedCodeBlock code -> code(code.getLiteral(), width);
            case HtmlBlock html -> Markdown.plain(html.getLiteral(), width);
            case ThematicBreak rule ->
                List.of(StyledText.of(glyphs.rule().repeat(Math.min(width, LONGEST_RULE)), Role.FAINT));
            case TableBlock table -> MarkdownTable.of(table, theme).lines(width, theme);
            default -> wrapped(MarkdownInlines.lines(node, theme), width);
        };
    }

    private List<StyledText> heading(Heading heading, int width) {
        var lines = MarkdownInlines.lines(heading, theme);
        if (theme.colour()) {
            return wrapped(lines.stream().map(line -> line.as(Role.HEADING)).toList(), width);
        }
        var marker = "#".repeat(heading.getLevel()) + " ";
        return wrapped(prefixed(lines, StyledText.of(marker), StyledText.EMPTY), width);
    }

    private List<StyledText> code(String literal, int width) {
        var border = StyledText.of("  " + glyphs.border() + " ", Role.FAINT);
        var lines = StyledText.lines(literal, Role.CODE).stream()
                .flatMap(line -> line.chopped(narrowed(width, border.width())).stream())
                .toList();
        return prefixed(lines, border, border);
    }

    private List<StyledText> list(ListBlock list, int width) {
        var lines = new ArrayList<StyledText>();
        long number = list instanceof OrderedList ordered ? firstNumber(ordered) : 0;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            var marker = list instanceof BulletList ? glyphs.bullet() + " " : number++ + ". ";
            var first = StyledText.of(marker, Role.FAINT);
            var rest = StyledText.of(" ".repeat(first.width()));
            if (!list.isTight() && !lines.isEmpty()) {
                lines.add(StyledText.EMPTY);
            }
            var content = children(item, narrowed(width, first.width()), list.isTight());
            lines.addAll(prefixed(content.isEmpty() ? List.of(StyledText.EMPTY) : content, first, rest));
        }
        return lines;
    }

    private static long firstNumber(OrderedList list) {
        var start = list.getMarkerStartNumber();
        return start == null ? 1 : start;
    }

    private static int narrowed(int width, int by) {
        return width == Width.UNLIMITED ? width : Math.max(NARROWEST, width - by);
    }

    private static List<StyledText> wrapped(List<StyledText> lines, int width) {
        return lines.stream().flatMap(line -> line.wrapped(width).stream()).toList();
    }

    private static List<StyledText> prefixed(List<StyledText> lines, StyledText first, StyledText rest) {
        var prefixed = new ArrayList<StyledText>(lines.size());
        for (var line : lines) {
            var prefix = prefixed.isEmpty() ? first : rest;
            prefixed.add(line.isEmpty() ? prefix.strippedTrailing() : prefix.plus(line));
        }
        return prefixed;
    }
}
