package dev.fairlead.agent.tool;

import java.util.Locale;

/**
 * The beginning and the end of a long text. Most of it is from the beginning; what went wrong is often told at the end.
 *
 * @param left how many characters are missing
 */
record Excerpted(String text, int left) {

    /** Takes about so many characters, with a mark where the others were. */
    static Excerpted of(String text, int length, String mark) {
        var head = ModelText.cut(text, length - length / 4);
        int from = text.length() - length / 4;
        boolean halves = from < text.length() && Character.isLowSurrogate(text.charAt(from));
        var tail = text.substring(halves ? from + 1 : from);
        int left = text.length() - head.length() - tail.length();
        return new Excerpted(
                String.format(Locale.ROOT, "%s\n[%s: %,d characters left out]\n%s", head, mark, left, tail), left);
    }
}
