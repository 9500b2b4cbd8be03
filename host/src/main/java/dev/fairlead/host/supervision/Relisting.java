package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has a list read again that a server says to have changed: once after the other, however many changes it tells of, and
 * the slower the more of them come in a row.
 */
final class Relisting {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final int MOST_DOUBLINGS = 8;

    private final KeptList<?> list;
    private final Connection connection;
    private final Lane lane;
    private final AtomicBoolean busy = new AtomicBoolean();

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
        int round = 0;
        do {
            while (due()) {
                read();
                pause(round++);
            }
            busy.set(false);
        } while (due() && busy.compareAndSet(false, true));
    }

    private boolean due() {
        return list.outdated() && connection.usable();
    }

    private void read() {
        try {
            list.ask(Optional.empty());
        } catch (McpException failed) {
            lane.remark("its %s could not be listed again: %s".formatted(list.what(), failed.getMessage()));
            connection.unlisted(list, failed);
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
