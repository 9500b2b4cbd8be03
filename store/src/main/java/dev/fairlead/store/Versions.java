package dev.fairlead.store;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes versions that never come twice, whoever makes them. */
final class Versions {
    static final int LENGTH = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Versions() {}

    static String next() {
        var bytes = new byte[LENGTH / 2];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
