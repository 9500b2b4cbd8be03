package dev.fairlead.host.trust;

import java.util.HexFormat;

/** Makes text of a server fit to be judged by eye: on one line, in quotation marks, and nothing in it can hide. */
final class Visible {
    private Visible() {}

    /** Quotes a text; what is invisible or drives a terminal is escaped as JSON does it. */
    static String quoted(String text) {
        var shown = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> append(shown, point));
        return shown.append('"').toString();
    }

    /** Returns a text without quotation marks around it. */
    static String plain(String text) {
        var quoted = quoted(text);
        return quoted.substring(1, quoted.length() - 1);
    }

    /** Tells whether a person sees that the character is there, and takes it for nothing but itself. */
    static boolean visible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> point == ' ';
            default -> !blank(point);
        };
    }

    private static boolean blank(int point) {
        return point == 0x034F // joins graphemes
                || within(point, 0x115F, 0x1160) // fillers of Hangul
                || within(point, 0x17B4, 0x17B5) // vowels of Khmer that nobody writes
                || within(point, 0x180B, 0x180F) // variations of Mongolian
                || point == 0x2800 // Braille without dots
                || point == 0x3164 // filler of Hangul
                || within(point, 0xFE00, 0xFE0F) // variations
                || point == 0xFFA0 // filler of Hangul
                || within(point, 0xE0100, 0xE01EF); // more variations
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }

    private static void append(StringBuilder shown, int point) {
        switch (point) {
            case '"', '\\' -> shown.append('\\').appendCodePoint(point);
            case '\n' -> shown.append("\\n");
            case '\t' -> shown.append("\\t");
            default -> {
                if (visible(point)) {
                    shown.appendCodePoint(point);
                } else {
                    for (char unit : Character.toChars(point)) {
                        shown.append("\\u").append(HexFormat.of().toHexDigits(unit));
                    }
                }
            }
        }
    }
}
