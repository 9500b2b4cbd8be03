package dev.fairlead.client.peer;

import dev.fairlead.wire.Deadline;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Knows which visits to URLs (2025-11-25) are not yet reported as completed. */
final class UrlVisits {
    // Of visits that nobody waits for any more, as their call failed, only so many are remembered.
    private static final int MAX_OPEN = 256;
    // Nobody waits for the end of a visit whose id is a book: it is kept until then.
    private static final int LONGEST_ID = 1_024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<String> open = new LinkedHashSet<>(); // oldest first; guarded by lock

    /** Notes that a person is being sent to a URL. */
    void expect(Collection<String> elicitationIds) {
        lock.lock();
        try {
            elicitationIds.stream().filter(id -> id.length() <= LONGEST_ID).forEach(open::add);
            var oldest = open.iterator();
            for (int excess = open.size() - MAX_OPEN; excess > 0; excess--) {
                oldest.next();
                oldest.remove();
            }
            changed.signalAll();
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

    /** Notes that these visits will not be made. */
    void forget(Collection<String> elicitationIds) {
        lock.lock();
        try {
            elicitationIds.forEach(open::remove);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many visits are not yet over. */
    int count() {
        lock.lock();
        try {
            return open.size();
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
