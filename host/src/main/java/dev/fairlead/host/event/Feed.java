package dev.fairlead.host.event;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Events as they happen, for one reader. One that reads too slowly loses the oldest, is told how many, and slows nobody
 * down.
 */
public final class Feed implements AutoCloseable {
    static final int USUAL_EVENTS = 1_000;
    static final long USUAL_BYTES = 4L << 20;

    private final ReentrantLock lock;
    private final Condition changed;
    private final Sight sight;
    private final long missed; // those that were gone before the feed began
    private final Consumer<Feed> leave;

    // Guarded by lock, which is that of the log.
    private final Backlog queue;
    private boolean ended;

    Feed(ReentrantLock lock, Backlog queue, Sight sight, long missed, Consumer<Feed> leave) {
        this.lock = lock;
        this.changed = lock.newCondition();
        this.queue = queue;
        this.sight = sight;
        this.missed = missed;
        this.leave = leave;
    }

    /** Waits for the next event; empty if none came in time, or if there will be none any more. */
    public Optional<HostEvent> next(Duration patience) throws InterruptedException {
        return nextNumbered(patience).map(Numbered::event);
    }

    /** Waits for the next event and returns it with its number; empty if none came, or if there will be none. */
    public Optional<Numbered> nextNumbered(Duration patience) throws InterruptedException {
        long nanos = patience.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0 ? patience.toNanos() : Long.MAX_VALUE;
        lock.lockInterruptibly();
        try {
            var next = queue.poll();
            while (next.isEmpty() && !ended && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
                next = queue.poll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns how many events this feed has lost so far because it was read too slowly, or because they were gone when
     * it began.
     */
    public long lagged() {
        lock.lock();
        try {
            return missed + queue.lost();
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether there will be no event any more. */
    public boolean ended() {
        lock.lock();
        try {
            return ended && queue.size() == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Stops reading. */
    @Override
    public void close() {
        lock.lock();
        try {
            end();
            leave.accept(this);
        } finally {
            lock.unlock();
        }
    }

    void offer(Numbered event, long size) {
        if (sight.wants(event)) {
            queue.add(event, size);
            changed.signal();
        }
    }

    /** Tells whether somebody reads it in the view of a person. */
    boolean belongsTo(String person) {
        return person.equals(sight.person());
    }

    void end() {
        ended = true;
        changed.signalAll();
    }
}
