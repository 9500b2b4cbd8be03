package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Keeps the calls of one server from taking what the others need: so many at once, so many in line, no more. */
final class Bulkhead {
    private static final int LINE = 1_000;

    private final String server;
    private final int places;
    private final Semaphore free;
    private final Semaphore line = new Semaphore(LINE);

    Bulkhead(String server, int places) {
        this.server = server;
        this.places = places;
        this.free = new Semaphore(places, true);
    }

    /** Waits for a place. */
    Place enter(String attempted, Deadline patience) throws InterruptedException {
        if (!line.tryAcquire()) {
            throw busy(attempted, "%s calls are under way and %s more wait".formatted(places, LINE));
        }
        try {
            if (!free.tryAcquire(Math.max(0, patience.remainingNanos()), TimeUnit.NANOSECONDS)) {
                throw busy(attempted, "%s calls are under way, and none ended in time".formatted(places));
            }
        } finally {
            line.release();
        }
        return free::release;
    }

    private UnavailableException busy(String attempted, String why) {
        return new UnavailableException(attempted, server, why, null);
    }

    /** A place that was taken. */
    @FunctionalInterface
    interface Place extends AutoCloseable {
        @Override
        void close();
    }
}
