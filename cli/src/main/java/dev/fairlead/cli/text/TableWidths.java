package dev.fairlead.cli.text;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Shares the width of a terminal among the columns of a table. */
final class TableWidths {
    /** Narrower than this no words can be read. */
    private static final int READABLE = 8;

    private TableWidths() {}

    static int[] of(List<Column> columns, List<List<StyledText>> rows, int width, int gap) {
        var natural = new int[columns.size()];
        for (var row : rows) {
            for (int i = 0; i < natural.length; i++) {
                natural[i] = Math.max(natural[i], row.get(i).width());
            }
        }
        if (width == Width.UNLIMITED) {
            return natural;
        }
        int room = width - gap * (natural.length - 1);
        int whole = sum(natural, i -> !columns.get(i).givesWay());
        int least = sum(natural, i -> true, READABLE)
                - sum(natural, i -> !columns.get(i).givesWay(), READABLE);
        return whole + least <= room
                ? shared(natural, i -> columns.get(i).givesWay(), room - whole)
                : shared(natural, i -> true, room);
    }

    /** Every column gets what it needs up to a limit, which is as high as the room allows. */
    private static int[] shared(int[] natural, IntPredicate givesWay, int room) {
        var widths = natural.clone();
        var order = IntStream.range(0, natural.length)
                .filter(givesWay)
                .boxed()
                .sorted((a, b) -> Integer.compare(natural[a], natural[b]))
                .toList();
        int left = Math.max(0, room);
        for (int i = 0; i < order.size(); i++) {
            int column = order.get(i);
            widths[column] = Math.min(natural[column], Math.max(1, left / (order.size() - i)));
            left = Math.max(0, left - widths[column]);
        }
        return widths;
    }

    private static int sum(int[] natural, IntPredicate counts) {
        return sum(natural, counts, Integer.MAX_VALUE);
    }

    private static int sum(int[] natural, IntPredicate counts, int most) {
        return IntStream.range(0, natural.length)
                .filter(counts)
                .map(i -> Math.min(natural[i], most))
                .sum();
    }
}
