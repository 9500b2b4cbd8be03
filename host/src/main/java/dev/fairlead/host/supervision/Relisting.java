package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has a list read again that a server says to have changed: once after the other, however many changes it tells of, and
 * the slower the more of them come in a row. One that cannot be read is given up until the next change.
 */
final class Relisting {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final Duration REST = Duration.ofMillis(500); // takes one doubling of the pause back
    private static final int MOST_DOUBLINGS = 8;
    private static final int MOST_FAILURES = 10; // in a row, which take ten seconds

    private final KeptList<?> list;
    private final Connection connection;
    private final Lane lane;
    private final AtomicBoolean busy = new AtomicBoolean();

    private int doublings; // of whoever is busy, as the rest
    private int failures; // in a row
    private long givenUp = -1; // how many changes had been told of then
    private long rested = System.nanoTime(); // since when

    Relisting(KeptList<?> list, Connection connection, Lane lane) {
        this.list = list;
        this.connection = connection;
        this.lane = lane;
    }

    KeptList<?> list() {
        return list;
    }

    /** Notes that something changed. */
    void stir() {
        list.outdate();
        if (busy.compareAndSet(false, true)) {
            begin();
        }
    }

    /** Has it read again unless it is being read: what comes then is new enough for whoever did not wait for it. */
    void ensure() {
        if (busy.compareAndSet(false, true)) {
            list.outdate();
            begin();
        }
    }

    private void begin() {
        lane.beside("list", connection, this::run);
    }

    private void run() {
        boolean more = true;
        while (more) {
            rest();
            while (due()) {
                read();
                pause();
            }
            rested = System.nanoTime();
            more = yields();
        }
    }

    /** Lets others be busy with it; tells whether there is something to do again, and nobody else does it. */
    private boolean yields() {
        long seen = givenUp;
        busy.set(false);
        return due(seen) && busy.compareAndSet(false, true);
    }

    private boolean due() {
        return due(givenUp);
    }

    private boolean due(long without) {
        return list.outdated() && list.changes() != without && connection.usable();
    }

    /** A server that told of nothing for a while is read sooner again; one that goes on as before, as late as before. */
    private void rest() {
        long back = (System.nanoTime() - rested) / REST.toNanos();
        doublings = (int) Math.max(0, doublings - back);
        failures = list.covers(givenUp) ? 0 : failures; // Somebody else may have read it since.
    }

    private void read() {
        long told = list.changes();
        try {
            list.ask(Optional.empty());
            failures = 0;
        } catch (McpException failed) {
            failures++;
            boolean last = failures >= MOST_FAILURES;
            givenUp = last ? told : givenUp;
            lane.remark("its %s could not be listed again%s: %s"
                    .formatted(
                            list.what(),
                            last ? ", and will not be before it tells of another change" : "",
                            failed.getMessage()));
            connection.unlisted(list, failed);
        }
    }

    private void pause() {
        try {
            Deadline.after(FIRST.multipliedBy(1L << doublings)).await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
        doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
    }
}
