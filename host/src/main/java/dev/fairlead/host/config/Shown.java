package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Unseen;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * Shows what files say that nobody vouches for: whole, on one line, and so that nothing in it hides, moves what stands
 * beside it, drives a terminal, or passes for something else.
 */
final class Shown {
    private static final int LONG = 200;
    private static final int MOST_NAMED = 8;

    private Shown() {}

    /** Returns a text in quotation marks, unless it is one plain word; says how long it is and what is not ASCII. */
    static String text(String text) {
        boolean plain = !text.isEmpty()
                && text.chars().allMatch(unit -> unit > ' ' && unit < 0x7F && unit != '"' && unit != '\\');
        var shown = plain ? text : quoted(text);
        return (text.length() > LONG ? "(%s characters) ".formatted(text.length()) : "") + shown + strangers(text);
    }

    private static String quoted(String text) {
        var shown = new StringBuilder(text.length() + 2).append('"');
        int before = -1;
        for (int i = 0; i < text.length(); i += Character.charCount(before)) {
            int point = text.codePointAt(i);
            append(shown, point, before);
            before = point;
        }
        return shown.append('"').toString();
    }

    private static void append(StringBuilder shown, int point, int before) {
        switch (point) {
            case '"', '\\' -> shown.append('\\').appendCodePoint(point);
            case '\n' -> shown.append("\\n");
            case '\t' -> shown.append("\\t");
            // Of many spaces only the first can be counted; the others could push something out of sight.
            case ' ' -> shown.append(before == ' ' ? "\\u0020" : " ");
            default -> {
                if (visible(point)) {
                    shown.appendCodePoint(point);
                } else {
                    for (char unit : Character.toChars(point)) {
                        shown.append("\\u").append(HexFormat.of().toHexDigits(unit));
                    }
                }
            }
        }
    }

    /** Names what may look like something else. */
    private static String strangers(String text) {
        var all = text.codePoints()
                .filter(point -> point > 0x7F && visible(point))
                .distinct()
                .boxed()
                .toList();
        if (all.isEmpty()) {
            return "";
        }
        return all.stream()
                .limit(MOST_NAMED)
                .map(point -> "U+%04X %s".formatted(point, Character.getName(point)))
                .collect(Collectors.joining(", ", " (holds ", all.size() > MOST_NAMED ? " and others)" : ")"));
    }

    /** Tells whether a character is seen, stays where it is, and leaves what is around it as it is. */
    private static boolean visible(int point) {
        int type = Character.getType(point);
        return !Unseen.inName(point)
                && type != Character.NON_SPACING_MARK
                && type != Character.ENCLOSING_MARK
                && switch (Character.getDirectionality(point)) {
                    case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                            Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
                            Character.DIRECTIONALITY_ARABIC_NUMBER -> false;
                    default -> true;
                };
    }
}
