package dev.fairlead.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says when it is time to clear away what has expired: after so many writes. Each time more is cleared away than was
 * written since, so that nothing grows without end, and nobody has to watch a clock.
 */
final class Cleaning {
    private static final int WRITES = 64;

    /** How much is cleared away at a time. */
    static final int AT_MOST = 4 * WRITES;

    private final AtomicInteger writes = new AtomicInteger();

    boolean isDue() {
        return writes.incrementAndGet() % WRITES == 0;
    }
}
