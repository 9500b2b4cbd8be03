package dev.fairlead.store.parts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Numbers that stand for names. Two names with the same number only wait for each other. */
public final class Hashes {
    private Hashes() {}

    /** Returns any number of 64 bits. */
    public static long of(String name) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return ByteBuffer.wrap(digest.digest(("fairlead " + name).getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every runtime has SHA-256", impossible);
        }
    }

    /** Returns a number that a position in a file can have. */
    static long positive(String name) {
        return of(name) >>> 2;
    }
}
