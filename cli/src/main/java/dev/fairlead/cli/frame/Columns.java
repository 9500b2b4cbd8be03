package dev.fairlead.cli.frame;

import java.util.List;
import java.util.stream.IntStream;

/** Writes rows of texts as lines, one column below the other. */
public final class Columns {
    private static final int GAP = 2;

    private Columns() {}

    /** Returns one line for each row; all rows have the same number of cells. */
    public static List<String> lines(List<List<String>> rows) {
        int columns = rows.isEmpty() ? 0 : rows.getFirst().size();
        var widths = IntStream.range(0, columns)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            var cell = row.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length() + GAP));
        }
        return line.toString().stripTrailing();
    }
}
