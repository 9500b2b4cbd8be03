package dev.fairlead.host.trust;

import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The wait of one call for somebody's answer. Others may end it, once nobody could use an answer any more; whoever is
 * asked is interrupted then, and what they still say counts for nothing. Thread-safe.
 */
public final class Waiting {
    /** How long a store may take to say what was decided, unless the call has less time. */
    private static final Duration USUAL_LOOKUP = Duration.ofSeconds(60);

    private final Deadline patience;
    private final Duration lookup;
    private final CompletableFuture<Object> end = new CompletableFuture<>();
    private volatile boolean inVain;
    private volatile boolean left; // by whoever waited, without what was waited for

    private Waiting(Deadline patience, Duration lookup) {
        this.patience = patience;
        this.lookup = lookup;
    }

    /** Returns one that lasts no longer than until then. */
    public static Waiting until(Deadline patience) {
        return new Waiting(patience, USUAL_LOOKUP);
    }

    /** Returns one in which stores have this long to say what was decided, each time, however long people may think. */
    public Waiting withLookup(Duration limit) {
        return new Waiting(patience, limit);
    }

    /** Ends it. */
    public void end() {
        end.complete(this);
    }

    /** Tells whether it was ended before there was an answer. */
    public boolean inVain() {
        return inVain;
    }

    /**
     * Tells whether somebody still wants what is waited for. What was begun for a call goes on without it, and must decide
     * nothing any more once the caller was told that nothing was decided.
     */
    boolean wanted() {
        return !left && !end.isDone();
    }

    /**
     * Waits for something.
     *
     * @throws TimeoutException if time was over before
     * @throws EndedException if the wait was ended before
     */
    <T> T await(CompletableFuture<T> awaited)
            throws InterruptedException, TimeoutException, EndedException, ExecutionException {
        return await(awaited, patience);
    }

    /** Waits in the same way for what a store says. */
    <T> T awaitLookup(CompletableFuture<T> awaited)
            throws InterruptedException, TimeoutException, EndedException, ExecutionException {
        return await(awaited, Deadline.after(lookup).orEarlier(patience));
    }

    private <T> T await(CompletableFuture<T> awaited, Deadline limit)
            throws InterruptedException, TimeoutException, EndedException, ExecutionException {
        boolean come = false;
        try {
            var ignored = CompletableFuture.anyOf(awaited, end)
                    .get(Math.max(0, limit.remainingNanos()), TimeUnit.NANOSECONDS);
            check(); // First: an answer of the same moment counts for nothing, too.
            come = true;
        } finally {
            left = !come;
        }
        return awaited.get();
    }

    /** Makes sure that it was not ended. */
    void check() throws EndedException {
        if (end.isDone()) {
            inVain = true;
            throw new EndedException();
        }
    }

    /** Says that a wait was ended. */
    static final class EndedException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
