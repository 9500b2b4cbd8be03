package dev.fairlead.cli.text;

import java.util.ArrayList;
import java.util.List;

/** The columns that text takes on a terminal, and text made to fit a number of them; what it returns is clean. */
public final class Width {
    /** The width of what is not a terminal. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** A part of a string. */
    record Range(int start, int end) {}

    private Width() {}

    /** Returns the number of columns that a line takes. */
    public static int columns(String line) {
        int columns = 0;
        for (int i = 0; i < line.length(); ) {
            int end = Clusters.end(line, i);
            columns += Clusters.columns(line, i, end);
            i = end;
        }
        return columns;
    }

    /** Returns the line, shortened to a width where it is wider, and then ending in the ellipsis where that fits. */
    public static String cut(String line, int width, String ellipsis) {
        var clean = Sanitizer.line(line);
        int end = cutAt(clean, width, ellipsis);
        return end < 0 ? clean : clean.substring(0, end) + ellipsisIn(width, ellipsis);
    }

    /** Returns the line with blanks after it up to a width. */
    public static String padded(String line, int width) {
        var clean = Sanitizer.line(line);
        return clean + " ".repeat(Math.max(0, width - columns(clean)));
    }

    /** Returns the lines that a line becomes when it is broken between words, or inside those that are too long. */
    public static List<String> wrapped(String line, int width) {
        var clean = Sanitizer.line(line);
        return wraps(clean, width).stream()
                .map(range -> clean.substring(range.start(), range.end()))
                .toList();
    }

    /** Returns how many lines a text takes at a width, whether it is broken between words or wherever the terminal ends. */
    public static long lines(String text, int width) {
        int room = Math.max(1, width);
        return StyledText.lines(text).stream()
                .map(StyledText::plain)
                // Blanks at a break are dropped by the one and shown by the other.
                .mapToLong(line ->
                        Math.max(wraps(line, room).size(), chops(line, room).size()))
                .sum();
    }

    /** Returns where to cut a line to make room for the ellipsis; -1 where it fits as it is. */
    static int cutAt(String line, int width, String ellipsis) {
        int room = Math.max(0, width) - columns(ellipsisIn(width, ellipsis));
        int cut = 0;
        int used = 0;
        for (int i = 0; i < line.length(); ) {
            int end = Clusters.end(line, i);
            used += Clusters.columns(line, i, end);
            if (used > width) {
                return cut;
            }
            if (used <= room) {
                cut = end;
            }
            i = end;
        }
        return -1;
    }

    /** Returns the ellipsis, or nothing where there is no room for anything else. */
    static String ellipsisIn(int width, String ellipsis) {
        return columns(ellipsis) < width ? ellipsis : "";
    }

    /** Returns the parts of a line that fit a width; blanks at which it is broken belong to none of them. */
    static List<Range> wraps(String line, int width) {
        return new Wrapping(line, Math.max(1, width)).ranges();
    }

    /** Returns the parts of a line, each as long as fits a width, without a look at words. */
    static List<Range> chops(String line, int width) {
        var ranges = new ArrayList<Range>();
        int start = 0;
        int used = 0;
        for (int i = 0; i < line.length(); ) {
            int end = Clusters.end(line, i);
            int columns = Clusters.columns(line, i, end);
            if (used + columns > width && i > start) {
                ranges.add(new Range(start, i));
                start = i;
                used = 0;
            }
            used += columns;
            i = end;
        }
        ranges.add(new Range(start, line.length()));
        return ranges;
    }
}
