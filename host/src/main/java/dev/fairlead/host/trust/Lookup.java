package dev.fairlead.host.trust;

import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Uses the store of decisions for a call, and waits for it no longer than the call has time for that. What was begun there
 * goes on without the call, as an interrupt may cost a store its connection.
 */
final class Lookup {
    private final boolean atOnce;

    /** Looks into a store. */
    Lookup(Store store) {
        // What is in this process makes nobody wait, and a thread for each look would cost more than the look.
        this.atOnce = store instanceof MemoryStore;
    }

    /**
     * Returns what is found.
     *
     * @throws LateException if the store does not answer in time
     * @throws Waiting.EndedException if the wait was ended before
     * @throws RuntimeException if the store fails
     */
    <T> T of(Waiting waiting, Supplier<T> look) throws InterruptedException, LateException, Waiting.EndedException {
        if (atOnce) {
            return look.get();
        }
        var found = new CompletableFuture<T>();
        Thread.ofVirtual().name("decision").start(() -> {
            try {
                found.complete(look.get());
            } catch (RuntimeException | Error failure) {
                found.completeExceptionally(failure);
            }
        });
        try {
            return waiting.awaitLookup(found);
        } catch (TimeoutException slow) {
            throw new LateException();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(String.valueOf(failed.getCause()), failed.getCause());
        }
    }

    /** Says that a store did not answer in time, and not a person. */
    static final class LateException extends TimeoutException {
        private static final long serialVersionUID = 1;
    }
}
