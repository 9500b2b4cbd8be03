package dev.fairlead.console.web;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Vigil;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The time that somebody has to send something. A thread that waits for it longer is interrupted, which closes the connection:
 * the server of the JDK has such a limit only for all servers of a program at once.
 */
final class Reception implements Vigil.Watched {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final ThreadLocal<@Nullable Reception> OF_REQUEST = new ThreadLocal<>();

    private final Thread waiting = Thread.currentThread();
    private final Deadline limit = Deadline.after(LONGEST);
    private final AtomicBoolean decided = new AtomicBoolean();

    private Reception() {}

    /** Begins to count on behalf of this thread, which will wait now. */
    static Reception begin() {
        var reception = new Reception();
        Vigil.shared().begin(reception);
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
        decided.set(true);
        Vigil.shared().end(this);
    }

    @Override
    public void look() {
        if (limit.passed() && decided.compareAndSet(false, true)) {
            waiting.interrupt();
        }
    }
}
