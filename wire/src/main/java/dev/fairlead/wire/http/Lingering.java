package dev.fairlead.wire.http;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells servers that leave their streams open after the response. To end such a stream takes a while every time, which callers
 * should not have to wait for. Once, or now and then, it takes as long for whoever waits for a core.
 */
final class Lingering {
    private static final long LONG_NANOS = 20_000_000;
    private static final int SEVERAL = 5;

    private final AtomicInteger inARow = new AtomicInteger();

    /** Notes how long it took to end a stream. */
    void ended(long nanos) {
        if (nanos > LONG_NANOS) {
            inARow.incrementAndGet();
        } else if (inARow.get() > 0) {
            inARow.set(0);
        }
    }

    /** Tells whether the next one will take long, too. */
    boolean expected() {
        return inARow.get() >= SEVERAL;
    }
}
