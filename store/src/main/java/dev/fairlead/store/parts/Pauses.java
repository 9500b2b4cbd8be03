package dev.fairlead.store.parts;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Ever longer pauses between attempts, up to a longest one and a last moment. For one thread. */
public final class Pauses {
    private static final long SHORTEST = 200_000;

    private final long longest;
    private final long until;
    private long next = SHORTEST;

    private Pauses(long longest, long until) {
        this.longest = longest;
        this.until = until;
    }

    /** Returns pauses that end when the patience does. */
    public static Pauses within(Duration patience, Duration longest) {
        return new Pauses(longest.toNanos(), System.nanoTime() + nanos(patience));
    }

    /** Returns this in nanoseconds, or a century if it is longer: sums of it must not overflow. */
    public static long nanos(Duration time) {
        var century = Duration.ofDays(36_500);
        return time.compareTo(century) > 0 ? century.toNanos() : Math.max(0, time.toNanos());
    }

    /** Returns whether the last moment has passed. */
    public boolean areOver() {
        return remaining() <= 0;
    }

    /** Returns the nanoseconds that remain. */
    public long remaining() {
        return until - System.nanoTime();
    }

    /** Waits; not longer than until the last moment, and at random shorter than the time before, lest all come at once. */
    public void pause() throws InterruptedException {
        var time = Math.min(next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1), remaining());
        next = Math.min(next * 2, longest);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        LockSupport.parkNanos(this, time);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
