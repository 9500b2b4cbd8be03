package dev.fairlead.console.text;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How much of what servers and models say goes into what pages are told and what is kept. A server may call itself
 * whatever it likes, at whatever length; all bounds are here.
 */
public final class Shortened {
    /** For what names something. */
    public static final int NAME = 1_000;

    /** For what stands in one line, such as how far a call is. */
    public static final int LINE = 2_000;

    /** For addresses, which are of no use when they are cut, and so have more room. */
    public static final int ADDRESS = 8_000;

    /** For what somebody is to read: errors, descriptions, questions. */
    public static final int WORDS = 20_000;

    /** For what has to be whole to be of use, such as the schema of a form; longer ones are left out. */
    public static final int WHOLE = 256 << 10;

    private Shortened() {}

    /** Returns a text, or as much of it as there is room for. */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        // Half a character would be none at all.
        int end = most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }

    /** Returns a text, or as much of it as there is room for; null for null. */
    public static @Nullable String maybe(@Nullable String text, int most) {
        return text == null ? null : of(text, most);
    }

    /** Puts words into an object, and beside them how long they were if they had to be cut. */
    public static ObjectNode words(ObjectNode json, String name, @Nullable String text) {
        json.put(name, maybe(text, WORDS));
        if (text != null && text.length() > WORDS) {
            json.put(name + "Cut", text.length());
        }
        return json;
    }
}
