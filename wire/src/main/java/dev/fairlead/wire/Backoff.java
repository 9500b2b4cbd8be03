package dev.fairlead.wire;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before trying again: longer each time, until something useful has come. For one thread. */
public final class Backoff {
    /** The longest pause that is usual. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final int MAX_DOUBLINGS = 10;

    private final Duration longest;
    private int failures;

    /** Starts with the shortest pause. */
    public Backoff(Duration longest) {
        this.longest = longest;
    }

    /** Returns how often in a row nothing useful came. */
    public int failures() {
        return failures;
    }

    /** Notes that something useful has come. */
    public void reset() {
        failures = 0;
    }

    /** Returns the next pause. */
    public Duration next() {
        return next(Duration.ZERO);
    }

    /** Returns the next pause, which is never shorter than the server asked for, if it did. */
    public Duration next(Duration asked) {
        long base = Math.min(FIRST.toMillis() << Math.min(failures, MAX_DOUBLINGS), longest.toMillis());
        failures++;
        // Never less than the first pause; up to half as long again, so that many clients do not return at once.
        var own = Duration.ofMillis(base + ThreadLocalRandom.current().nextLong(base / 2 + 1));
        return own.compareTo(asked) >= 0 ? own : asked;
    }
}
