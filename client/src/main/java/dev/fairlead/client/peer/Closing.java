package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes whoever pauses between two requests when there will be no next one. */
public final class Closing {
    // They need a moment to be woken, and no more.
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition silence = lock.newCondition();
    private int speakers; // guarded by lock

    private volatile boolean left;

    /** Notes that it is us who end the connection, and ends all pauses. */
    public void leave() {
        left = true;
        ring();
    }

    /** Tells whether it was us who ended the connection. */
    public boolean left() {
        return left;
    }

    /** Ends all pauses, those to come too. */
    public void ring() {
        over.countDown();
    }

    /** Tells whether there will be no next request. */
    public boolean over() {
        return over.getCount() == 0;
    }

    /** Notes somebody who pauses, and has something to tell the server if we leave; {@link #spoken} must follow. */
    void speaks() {
        lock.lock();
        try {
            speakers++;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that somebody has told the server what there was to tell. */
    void spoken() {
        lock.lock();
        try {
            if (--speakers == 0) {
                silence.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for those who still have something to tell the server. */
    public void awaitLastWords() {
        var patience = Deadline.after(LAST_WORDS);
        lock.lock();
        try {
            while (speakers > 0 && !patience.passed()) {
                long ignored = silence.awaitNanos(patience.remainingNanos());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until then, or until the connection is over. */
    public void pause(Deadline until) throws InterruptedException {
        boolean ignored = over.await(until.remainingNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until then between two requests of the same call. Once we leave there is no next one: the connection may
     * still be open for a moment, and a server that answers at once would be asked as fast as it can answer.
     */
    public void pause(Deadline until, String attempted, String server) {
        try {
            pause(until);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, server, true);
        }
        if (left) {
            throw new ClientClosedException(attempted, server, true);
        }
    }
}
