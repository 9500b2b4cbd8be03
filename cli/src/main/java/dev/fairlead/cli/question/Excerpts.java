package dev.fairlead.cli.question;

import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import java.util.ArrayList;
import java.util.List;

/** Texts of servers, cut to what a person can read before answering. */
final class Excerpts {
    private static final int LONGEST_TEXT = 4_000;
    private static final int MOST_LINES = 40;
    private static final int LONGEST_LINE = 200;

    private Excerpts() {}

    /** Returns the lines of a text, and one that says so where it was cut. */
    static List<StyledText> lines(String text, Role... roles) {
        var all = StyledText.lines(cut(text, LONGEST_TEXT), roles);
        var lines = new ArrayList<>(all.subList(0, Math.min(MOST_LINES, all.size())));
        if (text.length() > LONGEST_TEXT || all.size() > MOST_LINES) {
            lines.add(
                    StyledText.of("(cut here; the whole text has %d characters)".formatted(text.length()), Role.FAINT));
        }
        return lines;
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
