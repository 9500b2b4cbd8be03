package dev.fairlead.cli.text;

import dev.fairlead.cli.text.Column.Fit;
import dev.fairlead.cli.text.Column.Side;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableCell.Alignment;
import org.commonmark.node.Node;

/** Makes a table of one written in Markdown. */
final class MarkdownTable {
    private MarkdownTable() {}

    static Table of(TableBlock block, Theme theme) {
        var rows = new ArrayList<List<TableCell>>();
        for (var part = block.getFirstChild(); part != null; part = part.getNext()) {
            for (var row = part.getFirstChild(); row != null; row = row.getNext()) {
                rows.add(cells(row));
            }
        }
        var columns = rows.getFirst().stream().map(MarkdownTable::column).toList();
        var table = Table.ruled(columns, texts(rows.getFirst(), theme));
        rows.stream().skip(1).forEach(row -> table.row(texts(row, theme)));
        return table;
    }

    private static List<TableCell> cells(Node row) {
        var cells = new ArrayList<TableCell>();
        for (var cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
            if (cell instanceof TableCell known) {
                cells.add(known);
            }
        }
        return cells;
    }

    /** The headings are given as cells, because they may have emphasis and links too. */
    private static Column column(TableCell heading) {
        return new Column("", Fit.WRAPPED, heading.getAlignment() == Alignment.RIGHT ? Side.RIGHT : Side.LEFT);
    }

    private static List<StyledText> texts(List<TableCell> row, Theme theme) {
        return row.stream().map(cell -> text(cell, theme)).toList();
    }

    private static StyledText text(TableCell cell, Theme theme) {
        var text = StyledText.EMPTY;
        for (var line : MarkdownInlines.lines(cell, theme)) {
            text = text.isEmpty() ? line : text.plus(" ").plus(line);
        }
        return cell.isHeader() ? text.as(Role.HEADING) : text;
    }
}
