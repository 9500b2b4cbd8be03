package dev.fairlead.host.trust;

import dev.fairlead.wire.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The wait of one call for somebody's answer. Others may end it, once nobody could use an answer any more; whoever is
 * asked is interrupted then, and what they still say counts for nothing. Thread-safe.
 */
public final class Waiting {
    private final Deadline patience;
    private final CompletableFuture<Object> end = new CompletableFuture<>();
    private volatile boolean inVain;

    private Waiting(Deadline patience) {
        this.patience = patience;
    }

    /** Returns one that lasts no longer than until then. */
    public static Waiting until(Deadline patience) {
        return new Waiting(patience);
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
     * Waits for something.
     *
     * @throws TimeoutException if time was over before
     * @throws EndedException if the wait was ended before
     */
    <T> T await(CompletableFuture<T> awaited)
            throws InterruptedException, TimeoutException, EndedException, ExecutionException {
        var ignored =
                CompletableFuture.anyOf(awaited, end).get(Math.max(0, patience.remainingNanos()), TimeUnit.NANOSECONDS);
        check(); // First: an answer of the same moment counts for nothing, too.
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
