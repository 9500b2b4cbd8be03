package dev.fairlead.host.supervision;

import dev.fairlead.wire.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes whoever waits for something to change. A ring between looking and waiting is not missed. */
final class Bell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long rings; // guarded by lock

    /** Returns how often it rang, to wait for more. */
    long rings() {
        lock.lock();
        try {
            return rings;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes everybody. */
    void ring() {
        lock.lock();
        try {
            rings++;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it has rung more often than so, or time is up. */
    void await(long seen, Deadline patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (rings == seen && !patience.passed()) {
                boolean ignored = rung.await(patience.remainingNanos(), TimeUnit.NANOSECONDS);
            }
        } finally {
            lock.unlock();
        }
    }
}
