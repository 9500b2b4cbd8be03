package dev.fairlead.cli.text;

/** What a terminal draws as one: a letter with its marks, a flag, a family. */
final class Clusters {
    private static final int JOINER = 0x200D;
    private static final int AS_EMOJI = 0xFE0F;

    /** First and last of each range of wide characters that are no emoji. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4CF, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
        0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18DFF, 0x1AFF0,
        0x1B2FF, 0x1D300, 0x1D376, 0x1F200, 0x1F265, 0x1F300, 0x1F320, 0x20000, 0x3FFFD
    };

    private Clusters() {}

    /** Returns where the cluster ends that starts here. */
    static int end(String text, int start) {
        int first = text.codePointAt(start);
        int end = start + Character.charCount(first);
        if (end < text.length() && isFlagHalf(first) && isFlagHalf(text.codePointAt(end))) {
            end += 2;
        }
        while (end < text.length()) {
            int point = text.codePointAt(end);
            if (point < 0x300) {
                break;
            }
            if (point == JOINER) {
                end = afterJoined(text, end + 1);
            } else if (Printable.isMark(point) || isTrailing(first, point)) {
                end += Character.charCount(point);
            } else {
                break;
            }
        }
        return end;
    }

    /** Returns the columns of the cluster that starts and ends here. */
    static int columns(String text, int start, int end) {
        int first = text.codePointAt(start);
        int columns = columns(first);
        if (columns == 1 && end - start > Character.charCount(first)) {
            boolean flag = isFlagHalf(first) && isFlagHalf(text.codePointAt(start + 2));
            boolean emoji = Character.isEmoji(first) && text.charAt(start + Character.charCount(first)) == AS_EMOJI;
            return flag || emoji ? 2 : 1;
        }
        return columns;
    }

    static boolean isWide(int point) {
        if (point < WIDE[0]) {
            return false;
        }
        for (int i = 0; i < WIDE.length && WIDE[i] <= point; i += 2) {
            if (point <= WIDE[i + 1]) {
                return true;
            }
        }
        return Character.isEmojiPresentation(point) && !isFlagHalf(point);
    }

    private static int columns(int point) {
        if (point < 0x300) {
            return point < ' ' || (point >= 0x7F && point < 0xA0) ? 0 : 1;
        }
        if (Printable.isMark(point) || point == JOINER || point == 0x200C || isInnerJamo(point)) {
            return 0;
        }
        return isWide(point) ? 2 : 1;
    }

    private static int afterJoined(String text, int at) {
        if (at >= text.length() || !Character.isExtendedPictographic(text.codePointAt(at))) {
            return at;
        }
        return at + Character.charCount(text.codePointAt(at));
    }

    private static boolean isTrailing(int first, int point) {
        return (Character.isEmojiModifier(point) && Character.isEmojiModifierBase(first))
                || (isInnerJamo(point) && isWide(first))
                || point == 0x200C;
    }

    /** Vowels and final consonants, which share the columns of the consonant that they follow. */
    private static boolean isInnerJamo(int point) {
        return (point >= 0x1160 && point <= 0x11FF) || (point >= 0xD7B0 && point <= 0xD7FF);
    }

    private static boolean isFlagHalf(int point) {
        return point >= 0x1F1E6 && point <= 0x1F1FF;
    }
}
