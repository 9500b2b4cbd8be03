package dev.fairlead.host.config;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Adds texts to a SHA-256 so that no two sequences of them look alike. */
final class TextDigest {
    private final MessageDigest digest = BoundedFile.sha256();

    void add(String kind, String text) {
        for (var part : List.of(kind, text)) {
            var bytes = part.getBytes(StandardCharsets.UTF_8);
            boolean whole = part.equals(new String(bytes, StandardCharsets.UTF_8));
            // Half characters would all be the same question mark.
            add(whole ? bytes : units(part), whole ? ':' : ';');
        }
    }

    private void add(byte[] bytes, char kind) {
        digest.update(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII));
        digest.update((byte) kind);
        digest.update(bytes);
    }

    private static byte[] units(String text) {
        var bytes = ByteBuffer.allocate(Character.BYTES * text.length());
        text.chars().forEach(unit -> bytes.putChar((char) unit));
        return bytes.array();
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
