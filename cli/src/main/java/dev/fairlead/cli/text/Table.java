package dev.fairlead.cli.text;

import dev.fairlead.cli.text.Column.Fit;
import dev.fairlead.cli.text.Column.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rows of cells, one column below the other, which fit the terminal where there is one. */
public final class Table {
    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<StyledText> headings;
    private final boolean ruled;
    private final List<List<StyledText>> rows = new ArrayList<>();

    private Table(List<Column> columns, List<StyledText> headings, boolean ruled) {
        this.columns = List.copyOf(columns);
        this.headings = List.copyOf(headings);
        this.ruled = ruled;
    }

    /** Returns a table without rows; without any heading it has no line of headings. */
    public static Table of(Column... columns) {
        return new Table(
                List.of(columns),
                Stream.of(columns)
                        .map(column -> StyledText.of(column.heading(), Role.HEADING))
                        .toList(),
                false);
    }

    /** Returns a table without rows that has a rule below headings of its own. */
    static Table ruled(List<Column> columns, List<StyledText> headings) {
        return new Table(columns, headings, true);
    }

    /** Adds a row; cells that are missing are empty. */
    public Table row(List<StyledText> cells) {
        if (cells.size() > columns.size()) {
            throw new IllegalArgumentException("%s cells for %s columns".formatted(cells.size(), columns.size()));
        }
        var row = new ArrayList<StyledText>(cells);
        while (row.size() < columns.size()) {
            row.add(StyledText.EMPTY);
        }
        rows.add(List.copyOf(row));
        return this;
    }

    /** Adds a row; cells that are missing are empty. */
    public Table row(StyledText... cells) {
        return row(List.of(cells));
    }

    /** Adds a row of text without meanings; cells that are missing are empty. */
    public Table row(String... cells) {
        return row(Stream.of(cells).map(StyledText::of).toList());
    }

    /** Returns whether it has no row. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns its lines; none is wider than the width, which is {@link Width#UNLIMITED} where no terminal is. */
    public List<StyledText> lines(int width, Theme theme) {
        var all = new ArrayList<List<StyledText>>(rows);
        all.addFirst(headings);
        var widths = TableWidths.of(columns, all, width, GAP.length());
        var lines = new ArrayList<StyledText>();
        if (headings.stream().anyMatch(heading -> !heading.isEmpty())) {
            lines.addAll(lines(headings, widths, theme));
        }
        if (ruled) {
            lines.add(rule(widths, theme));
        }
        for (var row : rows) {
            lines.addAll(lines(row, widths, theme));
        }
        return lines.stream().map(line -> line.cut(width, theme.ellipsis())).toList();
    }

    private static StyledText rule(int[] widths, Theme theme) {
        return StyledText.of(
                IntStream.of(widths).mapToObj(theme.glyphs().rule()::repeat).collect(Collectors.joining(GAP)),
                Role.FAINT);
    }

    private List<StyledText> lines(List<StyledText> row, int[] widths, Theme theme) {
        var cells = new ArrayList<List<StyledText>>();
        int height = 0;
        for (int i = 0; i < widths.length; i++) {
            var cell = row.get(i);
            boolean wrapped = columns.get(i).fit() == Fit.WRAPPED && cell.width() > widths[i];
            cells.add(wrapped ? cell.wrapped(widths[i]) : List.of(cell.cut(widths[i], theme.ellipsis())));
            height = Math.max(height, cells.getLast().size());
        }
        var lines = new ArrayList<StyledText>();
        for (int line = 0; line < height; line++) {
            lines.add(line(cells, line, widths));
        }
        return lines;
    }

    private StyledText line(List<List<StyledText>> cells, int line, int[] widths) {
        var spans = new ArrayList<Span>();
        var blanks = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var cell = line < cells.get(i).size() ? cells.get(i).get(line) : StyledText.EMPTY;
            boolean right = columns.get(i).side() == Side.RIGHT;
            var padding = " ".repeat(Math.max(0, widths[i] - cell.width()));
            blanks.append(right ? padding : "");
            if (!cell.isEmpty()) { // Blanks wait for a cell, so that no line ends in them.
                spans.addAll(StyledText.of(blanks.toString()).plus(cell).spans());
                blanks.setLength(0);
            }
            blanks.append(right ? "" : padding).append(GAP);
        }
        return StyledText.ofSpans(spans);
    }
}
