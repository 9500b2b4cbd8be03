package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.StyledText;
import java.util.List;
import java.util.stream.IntStream;

/** Writes rows of texts as lines, one column below the other. */
public final class Columns {
    private static final String GAP = "  ";

    private Columns() {}

    /** Returns one line for each row; all rows have the same number of cells. */
    public static List<String> lines(List<List<String>> rows) {
        var styled = rows.stream()
                .map(row -> row.stream().map(cell -> StyledText.of(cell)).toList())
                .toList();
        return styled(styled).stream().map(StyledText::plain).toList();
    }

    /** Returns one line for each row; all rows have the same number of cells. */
    public static List<StyledText> styled(List<List<StyledText>> rows) {
        int columns = rows.isEmpty() ? 0 : rows.getFirst().size();
        var widths = IntStream.range(0, columns)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).width())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static StyledText line(List<StyledText> row, int[] widths) {
        var line = StyledText.EMPTY;
        for (int column = 0; column < widths.length; column++) {
            line = line.plus(
                    column == widths.length - 1
                            ? row.get(column)
                            : row.get(column).padded(widths[column]).plus(GAP));
        }
        return line.strippedTrailing();
    }
}
