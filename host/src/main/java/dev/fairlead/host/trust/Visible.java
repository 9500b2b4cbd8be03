package dev.fairlead.host.trust;

import dev.fairlead.protocol.rpc.Unseen;
import java.util.HexFormat;

/** Makes text of a server fit to be judged by eye: on one line, in quotation marks, and nothing in it can hide. */
final class Visible {
    private Visible() {}

    /** Quotes a text; what is invisible or drives a terminal is escaped as JSON does it. */
    static String quoted(String text) {
        var shown = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> append(shown, point));
        return shown.append('"').toString();
    }

    /** Returns a text without quotation marks around it. */
    static String plain(String text) {
        var quoted = quoted(text);
        return quoted.substring(1, quoted.length() - 1);
    }

    /** Tells whether a person sees that the character is there, and takes it for nothing but itself. */
    static boolean visible(int point) {
        return !Unseen.inName(point);
    }

    private static void append(StringBuilder shown, int point) {
        switch (point) {
            case '"', '\\' -> shown.append('\\').appendCodePoint(point);
            case '\n' -> shown.append("\\n");
            case '\t' -> shown.append("\\t");
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
}
