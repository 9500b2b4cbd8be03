package dev.fairlead.store.parts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What stands for names and texts, and says nothing of them. */
public final class Hashes {
    private Hashes() {}

    /** Returns any number of 64 bits for a name. Two names with the same number only wait for each other. */
    public static long of(String name) {
        return ByteBuffer.wrap(digest("fairlead " + name)).getLong();
    }

    /** Returns the SHA-256 of a text, in 64 hexadecimal digits. */
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every runtime has SHA-256", impossible);
        }
    }

    /** Returns a number that a position in a file can have. */
    static long positive(String name) {
        return of(name) >>> 2;
    }
}
