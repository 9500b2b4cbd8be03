package dev.fairlead.agent.tool;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A mark that a text cannot contain, since it is made of all of the text. */
final class Boundary {
    private static final int BYTES = 12; // Nobody meets 96 bits by trying, for each call anew.

    private Boundary() {}

    static String of(String id, String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update((id.length() + ":" + id).getBytes(StandardCharsets.UTF_8));
            var hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
