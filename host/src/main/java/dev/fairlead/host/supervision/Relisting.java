package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lists again what a server says to have changed: one listing after the other, however many changes it tells of, and the
 * slower the more of them come in a row.
 */
final class Relisting {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final int MOST_DOUBLINGS = 8;

    private final Connection connection;
    private final Lane lane;
    private final AtomicBoolean busy = new AtomicBoolean();

    Relisting(Connection connection, Lane lane) {
        this.connection = connection;
        this.lane = lane;
    }

    /** Notes that something changed. */
    void stir() {
        if (busy.compareAndSet(false, true)) {
            Thread.ofVirtual().name("list " + lane.server()).start(this::run);
        }
    }

    private void run() {
        int round = 0;
        do {
            while (due()) {
                list();
                pause(round++);
            }
            busy.set(false);
        } while (due() && busy.compareAndSet(false, true));
    }

    private boolean due() {
        return connection.outdated() && connection.usable();
    }

    private void list() {
        try {
            connection.relist();
        } catch (McpException failed) {
            lane.remark("its lists could not be read again: " + failed.getMessage());
            lane.suspect(connection);
        }
    }

    private static void pause(int round) {
        try {
            Deadline.after(FIRST.multipliedBy(1L << Math.min(round, MOST_DOUBLINGS)))
                    .await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }
}
