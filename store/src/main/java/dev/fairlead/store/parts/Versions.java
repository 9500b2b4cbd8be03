package dev.fairlead.store.parts;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes versions that never come twice, whoever makes them. */
public final class Versions {
    /** How many characters each has. */
    public static final int LENGTH = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Versions() {}

    /** Returns another one. */
    public static String next() {
        var bytes = new byte[LENGTH / 2];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
