package dev.fairlead.host.trust;

import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The waits for people that end with something: with a server, or with somebody's view of the host. Thread-safe. */
public final class Waits {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private final Set<Waiting> open = new HashSet<>(); // guarded by lock, as the next
    private boolean over;

    /** Begins with none. */
    public Waits() {}

    /** Adds a wait; once all are over it ends at once. */
    public Place add(Waiting waiting) {
        lock.lock();
        try {
            open.add(waiting);
            if (over) {
                waiting.end();
            }
        } finally {
            lock.unlock();
        }
        return () -> remove(waiting);
    }

    /** Ends those of this moment. */
    public void end() {
        List<Waiting> all;
        lock.lock();
        try {
            all = List.copyOf(open);
        } finally {
            lock.unlock();
        }
        all.forEach(Waiting::end);
    }

    /** Ends these and all later ones. */
    public void endForGood() {
        lock.lock();
        try {
            over = true;
        } finally {
            lock.unlock();
        }
        end();
    }

    /** Waits until nobody waits any more, but not for ever; tells whether that was so. */
    public boolean awaitNone(Duration patience) throws InterruptedException {
        var deadline = Deadline.after(patience);
        lock.lockInterruptibly();
        try {
            while (!open.isEmpty() && !deadline.passed()) {
                boolean ignored = fewer.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            }
            return open.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void remove(Waiting waiting) {
        lock.lock();
        try {
            open.remove(waiting);
            fewer.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A wait among the others. */
    public interface Place extends AutoCloseable {
        /** Takes it out, as it is over. */
        @Override
        void close();
    }
}
