package dev.fairlead.protocol.rpc;

import java.util.Random;

/** Runs a property against many random inputs, and says which seed broke it. */
final class Tries {
    private Tries() {}

    /** Something that must hold for whatever the random numbers make of it. */
    @FunctionalInterface
    interface Property {
        void check(Random random) throws Exception;
    }

    static void each(int tries, Property property) {
        for (long seed = 0; seed < tries; seed++) {
            try {
                property.check(new Random(seed));
            } catch (Exception | AssertionError broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
        }
    }
}
