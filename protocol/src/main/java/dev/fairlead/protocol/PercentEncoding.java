package dev.fairlead.protocol;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes text so that it can stand in a URI. */
final class PercentEncoding {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String UNRESERVED_SIGNS = "-._~";
    private static final String RESERVED = ":/?#[]@!$&'()*+,;=";

    private PercentEncoding() {}

    /** Encodes everything but unreserved characters and, if allowed, reserved ones and what is encoded already. */
    static String encode(String text, boolean allowReserved) {
        var encoded = new StringBuilder(text.length() + 16);
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            int length = Character.charCount(point);
            if (unreserved(point) || (allowReserved && (RESERVED.indexOf(point) >= 0 || triplet(text, at)))) {
                encoded.appendCodePoint(point);
            } else {
                for (byte one : text.substring(at, at + length).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append('%').append(HEX.toHexDigits(one));
                }
            }
            at += length;
        }
        return encoded.toString();
    }

    private static boolean unreserved(int point) {
        return (point >= 'a' && point <= 'z')
                || (point >= 'A' && point <= 'Z')
                || (point >= '0' && point <= '9')
                || UNRESERVED_SIGNS.indexOf(point) >= 0;
    }

    private static boolean triplet(String text, int at) {
        return text.charAt(at) == '%'
                && at + 2 < text.length()
                && HexFormat.isHexDigit(text.charAt(at + 1))
                && HexFormat.isHexDigit(text.charAt(at + 2));
    }
}
