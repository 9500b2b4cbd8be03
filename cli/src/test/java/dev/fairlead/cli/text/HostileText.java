package dev.fairlead.cli.text;

import java.util.Random;
import java.util.regex.Pattern;

/** Makes texts that want to do more to a terminal than be read, and knows by which characters that is done. */
public final class HostileText {
    /** Exactly what the renderer writes, for any meaning and any link. */
    private static final Pattern OURS = Pattern.compile(
            "\u001b(?:\\[(?:0|(?:3[12356]|[1-4])(?:;(?:3[12356]|[1-4]))*+)m|]8;;(?:https?://[!-~]++)?\u001b\\\\)");

    static final String[] PIECES = {
        "\u001b[2J",
        "\u001b[31;5m",
        "\u001b[6n",
        "\u001b[1;1H",
        "\u001b]0;title\u0007",
        "\u001b]52;c;ZXZpbA==\u0007",
        "\u001b]8;;http://evil.example\u001b\\",
        "\u001bP$qm\u001b\\",
        "\u001b_Ga=T;AAAA\u001b\\",
        "\u001b^x\u001b\\",
        "\u001bc",
        "\u001b(0",
        "\u009b31m",
        "\u009d0;t\u009c",
        "\u0090q\u009c",
        "\u0085",
        "\u007f",
        "\b\b\b",
        "\r",
        "\r\n",
        "\n",
        "\t",
        "\u0000",
        "\u000b",
        "\f",
        "\u000e",
        "\u202e",
        "\u202a",
        "\u202c",
        "\u2066",
        "\u2069",
        "\u200e",
        "\u200f",
        "\u061c",
        "\u200b",
        "\u200c",
        "\u200d",
        "\u2060",
        "\u2063",
        "\ufeff",
        "\u00ad",
        "\u2028",
        "\u2029",
        "\u034f",
        "\u115f",
        "\u3164",
        "\ufff9",
        "\ufffe",
        "\uffff",
        "\ufdd0",
        "\ufe0f",
        "\ufe00",
        "\udb40\udc01",
        "\udb40\udc41",
        "\udb40\udc7f",
        "\udb40\udd00",
        "\ud800",
        "\udc00",
        "\ud83d",
        "\ude00",
        "\ud83d\udc69\u200d\ud83d\ude80",
        "\u0301",
        "\u0301\u0301\u0301\u0301\u0301\u0301",
        "漢字",
        "e\u0301",
        "שלום",
        "می\u200cخواهم",
        "**",
        "*",
        "_",
        "`",
        "```\n",
        "# ",
        "- ",
        "1. ",
        "> ",
        "    ",
        "|a|b|\n|-|-|\n|",
        "[a](",
        ")",
        "[",
        "]",
        "![",
        "<",
        "<!--",
        "<b>",
        "https://",
        "(http://x.example/",
        "&#27;",
        "&#x1b;[2J",
        "&#x9b;31m",
        "&#x202e;",
        "&#xE0041;",
        "&#xd800;",
        "&#0;",
        "&shy;",
        "&zwj;",
        "&lrm;",
        "&Tab;",
        "&NewLine;",
        "\\",
        "\\\n",
        "  \n",
        "%s",
        "%n",
        "${x}",
        " ",
        "word ",
        "longerwordthatdoesnotfit"
    };

    private HostileText() {}

    /** Returns a text without what this program itself writes to a terminal. */
    public static String withoutOurs(String text) {
        return OURS.matcher(text).replaceAll("");
    }

    public static String next(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(24); i >= 0; i--) {
            switch (random.nextInt(8)) {
                case 0 -> text.appendCodePoint(random.nextInt(0x100));
                case 1 -> text.appendCodePoint(0x2000 + random.nextInt(0x70));
                case 2 -> text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
                case 3 -> text.append((char) (0xD800 + random.nextInt(0x800)));
                default -> text.append(PIECES[random.nextInt(PIECES.length)]);
            }
        }
        return text.toString();
    }

    /** Returns the first character that drives a terminal, turns text around or hides, as its number; else nothing. */
    public static String firstHostile(String text) {
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (isHostile(point)) {
                return "U+%04X".formatted(point);
            }
            i += Character.charCount(point);
        }
        return "";
    }

    private static boolean isHostile(int point) {
        return (point < 0x20 && point != '\n' && point != '\t')
                || within(point, 0x7F, 0x9F)
                || point == 0xAD
                || point == 0x061C
                || point == 0x200B
                || within(point, 0x200E, 0x200F)
                || within(point, 0x2028, 0x202E)
                || within(point, 0x2060, 0x206F)
                || within(point, 0xD800, 0xDFFF)
                || within(point, 0xFDD0, 0xFDEF)
                || point == 0xFEFF
                || within(point, 0xE0000, 0xE00FF)
                || (point & 0xFFFF) >= 0xFFFE;
    }

    private static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
