package dev.fairlead.protocol.rpc;

/** Makes text from a peer fit to be shown: short, on one line, and without characters that drive a terminal. */
public final class Excerpt {
    private static final int USUAL_LENGTH = 200;

    private Excerpt() {}

    /** Returns the beginning of the text, escaped. */
    public static String of(String text) {
        return of(text, USUAL_LENGTH);
    }

    /** Returns at most {@code length} characters of the text, escaped, with an ellipsis where more followed. */
    public static String of(String text, int length) {
        if (text.length() <= length && isPlain(text)) {
            return text; // As nearly all are; and this is asked at every call.
        }
        int end = Math.min(text.length(), length);
        if (0 < end && end < text.length() && Character.isSurrogatePair(text.charAt(end - 1), text.charAt(end))) {
            end--; // Half a character would show as something that was never said.
        }
        var shown = new StringBuilder(end + 16);
        text.substring(0, end).codePoints().forEach(point -> append(shown, point));
        return end < text.length() ? shown.append('…').toString() : shown.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static void append(StringBuilder shown, int point) {
        // The spaces of other scripts are seen as what they are in a sentence.
        if (Unseen.inName(point) && Character.getType(point) != Character.SPACE_SEPARATOR) {
            shown.append(String.format("\\u%04x", point));
        } else {
            shown.appendCodePoint(point);
        }
    }
}
