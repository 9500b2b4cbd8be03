package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Unseen;
import java.util.regex.Pattern;

/**
 * Makes text of a server fit for a model: what a person would not see, the model does not get either.
 *
 * <p>Letters of Unicode's tag block, bytes hidden in variation selectors and text turned around by bidi controls are how
 * instructions are smuggled past people; escape sequences and other controls are noise. Joiners stay where Persian, Hindi and
 * emoji need them, one at a time: a row of them is a text of its own. Private characters stay.
 */
public final class ModelText {
    private static final Pattern TERMINAL = Pattern.compile(
            "\\x1B(?:\\[[0-?]{0,64}[ -/]{0,16}[@-~]|\\][^\\x07\\x1B\\n]{0,2000}(?:\\x07|\\x1B\\\\)|[ -/]?[0-Z\\\\-~])");

    private ModelText() {}

    /**
     * Text without what nobody sees.
     *
     * @param hidden how many characters were hidden in it
     */
    record Clean(String text, int hidden) {}

    /** Returns the text as people see it. */
    static Clean clean(String raw) {
        var text = raw.indexOf(0x1B) < 0 ? raw : TERMINAL.matcher(raw).replaceAll("");
        var seen = new StringBuilder(text.length());
        int hidden = 0;
        int before = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            if (point == '\r') {
                if (i >= text.length() || text.charAt(i) != '\n') {
                    seen.append('\n');
                }
            } else if (point == 0x2028 || point == 0x2029 || point == 0x85) {
                seen.append('\n');
            } else if (Character.getType(point) == Character.SURROGATE) {
                seen.append('\uFFFD');
            } else if (isHidden(point, before)) {
                hidden++;
                continue;
            } else {
                seen.appendCodePoint(point);
            }
            before = point;
        }
        return new Clean(seen.toString(), hidden);
    }

    /** Returns the text on one line, at most so long, for use in a sentence of ours. */
    public static String line(String raw, int longest) {
        var text = clean(raw.length() <= 2 * longest ? raw : cut(raw, 2 * longest))
                .text()
                .replaceAll("\\s+", " ")
                .strip();
        return shortened(text, longest);
    }

    /** Returns the text, or its beginning with an ellipsis, at most so long. */
    public static String shortened(String text, int longest) {
        return text.length() <= longest ? text : cut(text, Math.max(0, longest - 1)) + "…";
    }

    /** Returns at most so many characters of the beginning, none of them halved. */
    static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        boolean halves = length > 0 && Character.isSurrogatePair(text.charAt(length - 1), text.charAt(length));
        return text.substring(0, halves ? length - 1 : length);
    }

    private static boolean isHidden(int point, int before) {
        if (point == '\n' || point == '\t') {
            return false;
        }
        if (point == 0xFE0E || point == 0xFE0F) {
            return before == 0 || Unseen.selects(before) || isJoiner(before);
        }
        if (within(point, 0x180B, 0x180F)) {
            return !Character.isLetter(before)
                    || Character.UnicodeScript.of(before) != Character.UnicodeScript.MONGOLIAN;
        }
        if (isJoiner(point)) {
            return !isJoined(before);
        }
        return Character.isISOControl(point)
                || Unseen.fills(point)
                || point == 0xAD // hyphen that is seen only at the end of a line
                || point == 0x061C // bidi
                || point == 0x200B // space without width
                || within(point, 0x200E, 0x200F) // bidi
                || within(point, 0x202A, 0x202E) // bidi
                || within(point, 0x2060, 0x206F) // joiners of words, bidi, shapes of digits
                || within(point, 0xFE00, 0xFE0D) // variations
                || point == 0xFEFF
                || within(point, 0xFFF0, 0xFFFB)
                || within(point, 0xE0000, 0xE0FFF) // tags and more variations
                || (point & 0xFFFE) == 0xFFFE; // no characters at all
    }

    private static boolean isJoiner(int point) {
        return point == 0x200C || point == 0x200D;
    }

    /** Tells whether a joiner after this character can change how it is shown. */
    private static boolean isJoined(int point) {
        return point > 0x7F
                && switch (Character.getType(point)) {
                    case Character.OTHER_LETTER,
                            Character.MODIFIER_LETTER,
                            Character.NON_SPACING_MARK,
                            Character.COMBINING_SPACING_MARK,
                            Character.ENCLOSING_MARK,
                            Character.OTHER_SYMBOL,
                            Character.MODIFIER_SYMBOL -> true;
                    default -> false;
                };
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
