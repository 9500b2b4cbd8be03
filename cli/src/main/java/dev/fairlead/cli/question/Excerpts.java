package dev.fairlead.cli.question;

import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Width;
import java.util.List;

/** How much of what servers say is shown: all of what somebody agrees to, a little of what only names something. */
public final class Excerpts {
    /** Further back than this not every terminal scrolls. */
    private static final int MOST_LINES = 1_000;

    private static final int LONGEST_LINE = 200;

    private Excerpts() {}

    /**
     * Tells whether somebody can read all of this before they answer; nobody agrees to what they cannot.
     *
     * @param columns the width of the terminal, which decides how many lines it takes there
     */
    public static boolean readable(List<String> texts, int columns) {
        int width = Person.quoteWidth(columns);
        long lines = 0;
        for (var text : texts) {
            if (text.length() > MOST_LINES * width) {
                return false; // Cleaning makes it longer still.
            }
            lines += Math.max(1, Width.lines(text, width));
            if (lines > MOST_LINES) {
                return false;
            }
        }
        return true;
    }

    /** Returns a text on one line, with dots where it was cut. */
    static String line(String text) {
        var shortened = cut(text, LONGEST_LINE);
        return Sanitizer.line(shortened) + (shortened.length() < text.length() ? "..." : "");
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
    }
}
