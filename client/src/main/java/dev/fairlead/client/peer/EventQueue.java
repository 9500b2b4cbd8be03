package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.wire.Deadline;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Waiting events, each at most once: hearing twice that something changed says no more than hearing it once. */
final class EventQueue {
    private static final int CAPACITY = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by lock.
    private final LinkedHashSet<ServerEvent> events = new LinkedHashSet<>();
    private long missed;
    private @Nullable SubscriptionEnd end;

    /** Adds an event without blocking. Too many different ones end the stream, as it can no longer be trusted. */
    void put(ServerEvent event) {
        lock.lock();
        try {
            if (events.size() < CAPACITY) {
                events.add(event);
            } else {
                missed++;
                end = end == null ? new SubscriptionEnd.Lagged(missed) : end;
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
            return events.isEmpty() ? Optional.empty() : Optional.of(events.removeFirst());
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
