package dev.fairlead.client.peer;

import dev.fairlead.wire.Deadline;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Knows which visits to URLs (2025-11-25) are not yet reported as completed. */
final class UrlVisits {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<String> open = new HashSet<>(); // guarded by lock

    /** Notes that a person is being sent to a URL. */
    void expect(Collection<String> elicitationIds) {
        lock.lock();
        try {
            open.addAll(elicitationIds);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a visit is over; unknown and finished ones are ignored. */
    void completed(String elicitationId) {
        lock.lock();
        try {
            if (open.remove(elicitationId)) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until these visits are over, or for as long as allowed: servers need not report completion. */
    void await(Collection<String> elicitationIds, Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (elicitationIds.stream().anyMatch(open::contains) && !deadline.passed()) {
                long ignored = changed.awaitNanos(deadline.remainingNanos());
            }
        } finally {
            elicitationIds.forEach(open::remove);
            lock.unlock();
        }
    }
}
