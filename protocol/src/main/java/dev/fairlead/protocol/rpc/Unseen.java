package dev.fairlead.protocol.rpc;

/**
 * Which characters of others' texts people do not see: the one list of them, for all who show such texts. Where somebody
 * agrees to a name, each of them is shown by its number; in running text scripts and emoji need some.
 */
public final class Unseen {
    private static final int BRAILLE_WITHOUT_DOTS = 0x2800;

    private Unseen() {}

    /** Tells whether a character of a name is not seen, or is taken for another: for a space, or for none at all. */
    public static boolean inName(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> point != ' ';
            default -> point == BRAILLE_WITHOUT_DOTS || fills(point) || selects(point);
        };
    }

    /** Tells whether a character is drawn as nothing, although it counts as a letter, a sign or a mark. */
    public static boolean fills(int point) {
        return point == 0x034F // joins graphemes
                || within(point, 0x115F, 0x1160) // fillers of Hangul
                || within(point, 0x17B4, 0x17B5) // vowels of Khmer that nobody writes
                || point == 0x3164 // filler of Hangul
                || point == 0xFFA0 // filler of Hangul
                || point == 0x1D159; // a note without a head
    }

    /** Tells whether a character only says how the one before it is drawn. */
    public static boolean selects(int point) {
        return within(point, 0x180B, 0x180D) // of Mongolian
                || point == 0x180F // of Mongolian
                || within(point, 0xFE00, 0xFE0F)
                || within(point, 0xE0100, 0xE01EF);
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
