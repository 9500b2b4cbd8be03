package dev.fairlead.host.config;

import java.util.Arrays;

/** Where the braces of variables close in a text; found for all in one pass, as a text may open thousands of them. */
final class Braces {
    private static final int[] NONE = {};

    private final int[] closing;

    private Braces(int[] closing) {
        this.closing = closing;
    }

    static Braces of(String text) {
        if (!text.contains("${")) {
            return new Braces(NONE);
        }
        var closing = new int[text.length()];
        Arrays.fill(closing, -1);
        var open = new int[text.length()];
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("${", i)) {
                open[depth] = i;
                depth++;
            } else if (text.charAt(i) == '}' && depth > 0) {
                depth--;
                closing[open[depth]] = i;
            }
        }
        return new Braces(closing);
    }

    /** Returns where a variable ends that begins at a position, or -1 if it does not end. */
    int closing(int begin) {
        return closing[begin];
    }
}
