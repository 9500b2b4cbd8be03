package dev.fairlead.cli;

/**
 * Makes what servers send fit to be printed: nothing of it can drive a terminal, change the direction of text, or hide.
 *
 * <p>What is taken out stays visible as an escape such as {@code \u001b}.
 */
final class Sanitizer {
    private static final int REPLACEMENT = 0xFFFD;

    private Sanitizer() {}

    /** Returns text that may have several lines. */
    static String text(String text) {
        return clean(text, true);
    }

    /** Returns text on one line. */
    static String line(String text) {
        return clean(text, false);
    }

    /** Returns the same JSON with the same characters escaped as JSON does it; they occur inside strings only. */
    static String json(String json) {
        StringBuilder clean = null;
        for (int i = 0; i < json.length(); ) {
            int point = json.codePointAt(i);
            int width = Character.charCount(point);
            boolean escape = refused(point) && point >= ' ';
            if (escape && clean == null) {
                clean = new StringBuilder(json.length() + 64).append(json, 0, i);
            }
            if (clean != null) {
                append(clean, json, i, width, escape);
            }
            i += width;
        }
        return clean == null ? json : clean.toString();
    }

    private static void append(StringBuilder clean, String json, int start, int width, boolean escape) {
        for (int i = start; i < start + width; i++) {
            if (escape) {
                // Half a character is not JSON to every reader.
                boolean half = width == 1 && Character.isSurrogate(json.charAt(i));
                clean.append("\\u%04x".formatted(half ? REPLACEMENT : (int) json.charAt(i)));
            } else {
                clean.append(json.charAt(i));
            }
        }
    }

    private static String clean(String text, boolean lines) {
        var clean = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            if (point == '\r' && i < text.length() && text.charAt(i) == '\n') {
                continue; // The line ends of Windows and of the network are line ends.
            }
            if (point == '\n' || point == '\t') {
                clean.append(lines ? (char) point : ' ');
            } else if (refused(point)) {
                clean.append("\\u%04x".formatted(point));
            } else {
                clean.appendCodePoint(point);
            }
        }
        return clean.toString();
    }

    private static boolean refused(int point) {
        return Character.getType(point) == Character.CONTROL // C0, DEL and C1
                || Character.getType(point) == Character.SURROGATE // half a character
                || point == 0x00AD // soft hyphen
                || point == 0x061C // Arabic letter mark
                || within(point, 0x200B, 0x200F) // spaces and joiners without width, marks of direction
                || within(point, 0x2028, 0x202E) // line and paragraph separators, embeddings, overrides
                || within(point, 0x2060, 0x2064) // word joiner, invisible operators
                || within(point, 0x2066, 0x206F) // isolates, and the deprecated format characters
                || point == 0xFEFF // space without width, or byte order mark
                || within(point, 0xFFF9, 0xFFFB) // interlinear annotation
                || within(point, 0xE0000, 0xE007F); // tags
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
