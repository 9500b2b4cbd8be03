package dev.fairlead.host.config;

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
            digest.update(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII));
            digest.update((byte) ':');
            digest.update(bytes);
        }
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
