package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.rpc.Weight;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Room;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Waiting events, each at most once: hearing twice that something changed says no more than hearing it once. */
final class EventQueue {
    private static final Room ROOM = Room.forAtMost(10_000);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by lock.
    private final LinkedHashSet<ServerEvent> events = new LinkedHashSet<>();
    private long bytes; // of them
    private @Nullable SubscriptionEnd end;

    /** Returns about how many bytes of memory an event takes. */
    static long weight(ServerEvent event) {
        return event instanceof ServerEvent.ResourceUpdated updated ? Weight.of(updated.uri()) : 0;
    }

    /**
     * Adds an event without blocking. Too many different ones end the stream, as it can no longer be trusted; what has
     * ended takes nothing more.
     */
    void put(ServerEvent event) {
        lock.lock();
        try {
            if (events.contains(event)) {
                return;
            }
            if (end != null) {
                end = end instanceof SubscriptionEnd.Lagged(var missed) ? new SubscriptionEnd.Lagged(missed + 1) : end;
                return;
            }
            long size = weight(event);
            if (ROOM.fits(size, events.size(), bytes)) {
                events.add(event);
                bytes += size;
            } else {
                end = new SubscriptionEnd.Lagged(1);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an event; empty once the stream has ended and everything is read. */
    Optional<ServerEvent> take(Deadline deadline) throws InterruptedException, TimeoutException {
        lock.lockInterruptibly();
        try {
            while (events.isEmpty() && end == null) {
                long nanos = deadline.remainingNanos();
                if (nanos <= 0) {
                    throw new TimeoutException();
                }
                long ignored = changed.awaitNanos(nanos);
            }
            if (events.isEmpty()) {
                return Optional.empty();
            }
            var next = events.removeFirst();
            bytes -= weight(next);
            return Optional.of(next);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream. Returns whether it had not ended before. */
    boolean end(SubscriptionEnd how) {
        lock.lock();
        try {
            if (end != null) {
                return false;
            }
            end = how;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how the stream ended. */
    SubscriptionEnd end() {
        lock.lock();
        try {
            return end == null ? new SubscriptionEnd.Cancelled() : end;
        } finally {
            lock.unlock();
        }
    }
}
