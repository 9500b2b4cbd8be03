package dev.fairlead.langchain4j;

import dev.fairlead.wire.Deadline;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Takes things from threads of others to a reader. Whoever brings more than fits waits; once it is closed, nobody does. */
final class Mailbox<T> {
    private final int room;
    private final Deque<T> things = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    Mailbox(int room) {
        this.room = room;
    }

    /** Brings something; what comes too late is dropped. */
    void put(T thing) {
        lock.lock();
        try {
            while (things.size() >= room && !closed) {
                changed.awaitUninterruptibly(); // The reader closes it, whatever happens.
            }
            if (!closed) {
                things.add(thing);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for something; nothing comes of a mailbox that is closed, or stays empty for too long. */
    Optional<T> take(Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (things.isEmpty() && !closed) {
                long left = deadline.remainingNanos();
                if (left <= 0 || changed.awaitNanos(left) <= 0) {
                    break;
                }
            }
            var thing = Optional.ofNullable(things.poll());
            changed.signalAll();
            return thing;
        } finally {
            lock.unlock();
        }
    }

    /** Lets everybody go, and drops what nobody has taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            things.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
