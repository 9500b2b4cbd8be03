package dev.fairlead.cli.tool;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How long something has taken, without what somebody thought about meanwhile. For one thread. */
final class Stopwatch {
    private final LongSupplier nanos;
    private long began;

    Stopwatch(LongSupplier nanos) {
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    /** Does something that does not count. */
    void pausedFor(Runnable work) {
        long paused = nanos.getAsLong();
        try {
            work.run();
        } finally {
            began += nanos.getAsLong() - paused;
        }
    }

    Duration elapsed() {
        return Duration.ofNanos(nanos.getAsLong() - began);
    }
}
