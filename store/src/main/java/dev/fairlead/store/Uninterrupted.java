package dev.fairlead.store;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that is finished even if the caller is interrupted meanwhile, as an interrupt closes the files and connections in a
 * thread's hands: a call that is cancelled must not lose the token that was just renewed for it.
 */
final class Uninterrupted {
    private Uninterrupted() {}

    /** Does the work on a thread that nobody else knows, waits for it, and leaves the caller's interrupt pending. */
    static <T> T call(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().name("fairlead-store").start(task);
        var interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failure) {
            throw asThrown(failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException asThrown(ExecutionException failure) {
        return switch (failure.getCause()) {
            // Shows where the caller was, too.
            case StoreException known -> new StoreException(String.valueOf(known.getMessage()), known);
            case RuntimeException known -> known;
            case Error known -> throw known;
            case null, default -> new IllegalStateException(failure.getCause());
        };
    }
}
