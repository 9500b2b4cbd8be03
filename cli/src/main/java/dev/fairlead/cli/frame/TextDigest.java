package dev.fairlead.cli.frame;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Stands for texts that may be secret, or unfit to be a name. That of the store is not used: it is loaded with the store. */
final class TextDigest {
    private TextDigest() {}

    /** Returns the SHA-256 of a text, in 64 hexadecimal digits. */
    static String of(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime knows SHA-256", impossible);
        }
    }
}
