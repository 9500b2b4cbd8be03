package dev.fairlead.wire;

import java.util.concurrent.locks.LockSupport;

/**
 * Gives others their turn. A virtual thread that always finds something to do never leaves its carrier, and there are only as
 * many carriers as cores: so many servers that talk without a pause would hold up everybody else's calls for as long as they
 * like. Whoever reads from a server, or takes what it said, therefore gives way now and then.
 *
 * <p>Platform threads need not, as the system takes turns for them. The readers of child processes are such.
 */
public final class Turns {
    private static final long LONGEST_NANOS = 1_000_000;

    private long began; // the thread's whose turns these are

    /** Begins the first turn. */
    public Turns() {
        begin();
    }

    /** Begins a turn. Called where the thread knows that it has waited; otherwise that counts as work. */
    public void begin() {
        began = System.nanoTime();
    }

    /** Gives way if the turn has lasted long enough. Called before the thread goes on to what is next. */
    public void next() {
        if (System.nanoTime() - began > LONGEST_NANOS) {
            giveWay();
            begin();
        }
    }

    /**
     * Lets other virtual threads run first.
     *
     * <p>A yield is not enough: it puts the thread at the end of its carrier's own queue, and two that yield there in turn keep
     * the carrier from ever looking at what comes from elsewhere, such as answers that platform threads bring. Whoever is
     * woken by the timer comes from elsewhere too. That costs some microseconds, so it is not done for every message.
     */
    static void giveWay() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1);
        }
    }
}
