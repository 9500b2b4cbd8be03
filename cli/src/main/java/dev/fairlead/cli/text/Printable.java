package dev.fairlead.cli.text;

import dev.fairlead.protocol.rpc.Unseen;
import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/** The judgement which characters may be printed, where some may only stand between certain others. */
final class Printable {
    private static final int NO_JOINER = 0x200C;
    private static final int JOINER = 0x200D;
    private static final int FIRST_MARK = 0x300;

    /** Scripts in which a joiner, or its opposite, changes how the letters beside it look. */
    private static final Set<UnicodeScript> JOINING = EnumSet.of(
            UnicodeScript.ARABIC,
            UnicodeScript.SYRIAC,
            UnicodeScript.MONGOLIAN,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.GURMUKHI,
            UnicodeScript.GUJARATI,
            UnicodeScript.ORIYA,
            UnicodeScript.TAMIL,
            UnicodeScript.TELUGU,
            UnicodeScript.KANNADA,
            UnicodeScript.MALAYALAM,
            UnicodeScript.SINHALA);

    private Printable() {}

    /** Whether a character may be printed between these two; either may be -1, which is none. */
    static boolean isPrintable(int before, int point, int after) {
        if (point >= ' ' && point <= '~') {
            return true;
        }
        if (point == JOINER && joinsEmoji(before, after)) {
            return true;
        }
        if (point == JOINER || point == NO_JOINER) {
            return shapesLetters(before, after);
        }
        if (Unseen.selects(point)) {
            return selects(before, point);
        }
        return !isRefused(point);
    }

    /** Whether this is drawn onto the character before it. */
    static boolean isMark(int point) {
        if (point < FIRST_MARK) {
            return false;
        }
        int type = Character.getType(point);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    private static boolean joinsEmoji(int before, int after) {
        return before >= 0
                && after >= 0
                && Character.isExtendedPictographic(after)
                && (Character.isExtendedPictographic(before) || Character.isEmojiModifier(before) || before == 0xFE0F);
    }

    private static boolean shapesLetters(int before, int after) {
        if (before < 0 || after < 0 || !Character.isLetter(after)) {
            return false;
        }
        var script = UnicodeScript.of(after);
        return JOINING.contains(script)
                && script == UnicodeScript.of(before)
                && (Character.isLetter(before) || isMark(before));
    }

    /** A selector beside nothing that it selects is a place to hide data in. */
    private static boolean selects(int before, int point) {
        if (before < 0) {
            return false;
        }
        if (point == 0xFE0E || point == 0xFE0F) {
            return Character.isEmoji(before);
        }
        if (within(point, 0xFE00, 0xFE0F)) {
            return Character.isIdeographic(before) || Character.getType(before) == Character.MATH_SYMBOL;
        }
        if (point >= 0xE0100) {
            return Character.isIdeographic(before);
        }
        return Character.isLetter(before) && UnicodeScript.of(before) == UnicodeScript.MONGOLIAN;
    }

    private static boolean isRefused(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.SURROGATE -> true; // C0, DEL and C1; half a character
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.FORMAT -> !isVisibleFormat(point); // directions, tags, joiners, soft hyphen, byte order mark
            default -> isInvisible(point) || isNoCharacter(point);
        };
    }

    private static boolean isInvisible(int point) {
        return Unseen.fills(point)
                || within(point, 0x2060, 0x206F) // invisible operators, isolates, one yet without a meaning
                || within(point, 0xFFF0, 0xFFF8)
                || within(point, 0xE0000, 0xE0FFF); // tags, and all that will be like them
    }

    private static boolean isNoCharacter(int point) {
        return (point & 0xFFFE) == 0xFFFE || within(point, 0xFDD0, 0xFDEF);
    }

    /** Signs above numbers, which are of this kind although they are seen. */
    private static boolean isVisibleFormat(int point) {
        return within(point, 0x0600, 0x0605)
                || point == 0x06DD
                || point == 0x070F
                || within(point, 0x0890, 0x0891)
                || point == 0x08E2
                || point == 0x110BD
                || point == 0x110CD;
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
