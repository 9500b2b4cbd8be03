package dev.fairlead.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of words below a head. */
record Table(List<String> head, List<List<String>> rows) {

    /** Returns it without the columns that are empty all the way down. */
    Table withoutEmptyColumns() {
        var kept = IntStream.range(0, head.size())
                .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
                .toArray();
        return new Table(
                pick(head, kept), rows.stream().map(row -> pick(row, kept)).toList());
    }

    private static List<String> pick(List<String> words, int[] columns) {
        return IntStream.of(columns).mapToObj(words::get).toList();
    }

    /** Returns it for a terminal: the first column to the left, the others to the right. */
    String text() {
        var all = new ArrayList<List<String>>();
        all.add(head);
        all.addAll(rows);
        var widths = IntStream.range(0, head.size())
                .map(column -> all.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return all.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(column -> padded(row.get(column), widths[column], column == 0))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String padded(String word, int width, boolean left) {
        var space = " ".repeat(width - word.length());
        return left ? word + space : space + word;
    }

    /** Returns it as Markdown. */
    String markdown() {
        var lines = new ArrayList<String>();
        lines.add(line(head));
        lines.add(line(head.stream().map(word -> "---").toList()));
        rows.forEach(row -> lines.add(line(row)));
        return String.join("\n", lines) + "\n";
    }

    private static String line(List<String> words) {
        return words.stream().map(word -> word.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |"));
    }
}
