package dev.fairlead.client.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** Text as an HTTP header can carry it, so that nothing in it can be taken for anything but itself. */
final class HeaderValue {
    private static final String OPENING = "=?base64?";
    private static final String CLOSING = "?=";

    private HeaderValue() {}

    /** Returns the text as it is where that is safe, else wrapped. */
    static String of(String text) {
        if (text.isEmpty() || (isPlain(text) && !looksWrapped(text))) {
            return text;
        }
        return OPENING + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + CLOSING;
    }

    /** Tells whether the text has a form in bytes; half of a surrogate pair has none. */
    static boolean canCarry(String text) {
        return UTF_8.newEncoder().canEncode(text);
    }

    private static boolean isPlain(String text) {
        // Blanks at either end would be lost on the way; a tab is legal inside, but not everywhere welcome.
        if (text.charAt(0) == ' ' || text.charAt(text.length() - 1) == ' ') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean looksWrapped(String text) {
        // The wrapper is in lower case, but not every reader insists.
        return text.regionMatches(true, 0, OPENING, 0, OPENING.length()) && text.endsWith(CLOSING);
    }
}
