package dev.fairlead.cli.text;

import dev.fairlead.protocol.rpc.Unseen;
import java.util.HexFormat;

/**
 * Makes what servers send fit to be printed: nothing of it can drive a terminal, change the direction of text, or hide.
 *
 * <p>What is taken out stays visible as its number behind a backslash. Cleaning twice changes nothing more.
 */
public final class Sanitizer {
    /** More marks on one letter than any script needs would paint over the lines above and below. */
    private static final int MOST_MARKS = 10;

    private static final int NOTHING = -1;
    private static final HexFormat HEX = HexFormat.of();
    private static final int REPLACEMENT = 0xFFFD;

    private enum Form {
        TEXT,
        LINE,
        NAME,
        JSON
    }

    private Sanitizer() {}

    /** Returns text that may have several lines. */
    public static String text(String text) {
        return clean(text, Form.TEXT);
    }

    /** Returns text on one line. */
    public static String line(String text) {
        return clean(text, Form.LINE);
    }

    /** Returns a name on one line, in which nothing is unseen, whatever scripts and emoji need elsewhere. */
    public static String name(String name) {
        return clean(name, Form.NAME);
    }

    /** Returns the same JSON with the same characters escaped as JSON does it; they occur inside strings only. */
    public static String json(String json) {
        return clean(json, Form.JSON);
    }

    private static String clean(String text, Form form) {
        if (isPrintableAscii(text)) {
            return text;
        }
        var clean = new StringBuilder(text.length() + 16);
        int before = NOTHING;
        int marks = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            int after = i < text.length() ? text.codePointAt(i) : NOTHING;
            if (point == '\r' && (after == '\n' || form == Form.JSON)) {
                continue; // The line ends of Windows and of the network are line ends; to JSON they mean nothing.
            }
            marks = Printable.isMark(point) ? marks + 1 : 0;
            if (point == '\n' || point == '\t') {
                clean.append(form == Form.LINE || form == Form.NAME ? ' ' : (char) point);
                before = point;
            } else if (marks <= MOST_MARKS
                    && Printable.isPrintable(before, point, after)
                    && !(form == Form.NAME && Unseen.inName(point))) {
                clean.appendCodePoint(point);
                before = point;
            } else {
                escape(clean, point, form);
                before = NOTHING;
            }
        }
        return clean.toString();
    }

    private static boolean isPrintableAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static void escape(StringBuilder clean, int point, Form form) {
        if (form == Form.JSON) {
            // Half a character is not JSON to every reader.
            int whole = Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point;
            Character.toString(whole)
                    .chars()
                    .forEach(unit -> clean.append("\\u").append(HEX.toHexDigits((char) unit)));
        } else if (Character.isBmpCodePoint(point)) {
            clean.append("\\u").append(HEX.toHexDigits((char) point));
        } else {
            clean.append("\\u{").append(Integer.toHexString(point)).append('}');
        }
    }
}
