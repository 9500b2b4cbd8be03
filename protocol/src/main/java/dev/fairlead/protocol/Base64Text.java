package dev.fairlead.protocol;

import java.util.Base64;

/** Bytes as they travel in JSON. */
final class Base64Text {
    private Base64Text() {}

    static String of(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] bytes(String what, String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw new BadShape(what + " has data that is not base64: " + notBase64.getMessage());
        }
    }
}
