package dev.fairlead.console.web;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The time that somebody has to send something. A thread that waits for it longer is interrupted, which closes the connection:
 * the server of the JDK has such a limit only for all servers of a program at once.
 */
final class Reception {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final ThreadLocal<@Nullable Reception> OF_REQUEST = new ThreadLocal<>();

    private final Thread waiting = Thread.currentThread();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean decided = new AtomicBoolean();

    private Reception() {}

    /** Begins to count on behalf of this thread, which will wait now. */
    static Reception begin() {
        var reception = new Reception();
        Thread.ofVirtual().name("fairlead-console-patience").start(reception::watch);
        return reception;
    }

    /** Runs what reads a request and answers it; the time counts until {@link #received}, or until the end. */
    static void of(Runnable exchange) {
        var reception = begin();
        OF_REQUEST.set(reception);
        try {
            exchange.run();
        } finally {
            OF_REQUEST.remove();
            reception.end();
        }
    }

    /** Notes that the request which this thread answers is there. */
    static void received() {
        var reception = OF_REQUEST.get();
        if (reception != null) {
            reception.end();
        }
    }

    /** Counts no longer. Whoever has taken too long by now is left all the same. */
    void end() {
        if (decided.compareAndSet(false, true)) {
            ended.countDown();
        }
    }

    private void watch() {
        try {
            if (!ended.await(LONGEST.toNanos(), TimeUnit.NANOSECONDS) && decided.compareAndSet(false, true)) {
                waiting.interrupt();
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }
}
