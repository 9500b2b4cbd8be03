package dev.fairlead.cli.frame;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Lets a visit to a server end in order when the process is told to stop. */
public final class Interruption {
    // Closing a client takes five seconds at most.
    private static final Duration PATIENCE = Duration.ofMillis(5_500);

    private record Visitor(Thread thread, CountDownLatch left) {}

    private final AtomicReference<@Nullable Visitor> present = new AtomicReference<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile boolean stopped;

    /** Has every end of this process, other than by itself, end the visit first. */
    public static Interruption ofThisProcess() {
        var interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "fairlead-interruption"));
        return interruption;
    }

    /** Notes that this thread now visits a server. */
    void enter() {
        present.set(new Visitor(Thread.currentThread(), new CountDownLatch(1)));
    }

    /** Notes that the visit is over. */
    void leave() {
        var visitor = present.getAndSet(null);
        if (visitor != null) {
            visitor.left().countDown();
        }
    }

    /** Waits this long, or until the process is to stop: then whoever waited is interrupted in what it does next. */
    public void pause(Duration time) {
        boolean asked;
        try {
            asked = stopping.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            asked = true;
        }
        if (asked) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells whether somebody wanted the process to stop. */
    public boolean stopped() {
        return stopped;
    }

    /** Interrupts the visit, if there is one, and waits for its end. */
    public void stop() {
        var visitor = present.get();
        if (visitor == null) {
            return;
        }
        stopped = true;
        visitor.thread().interrupt();
        stopping.countDown(); // Last: nobody goes on from a pause before the interrupt has reached it.
        try {
            boolean inTime = visitor.left().await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            assert inTime || visitor.thread().isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
