package dev.fairlead.store.parts;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/**
 * Work that is finished even if the caller is interrupted meanwhile, as an interrupt closes the files and connections in a
 * thread's hands: a call that is cancelled must not lose the token that was just renewed for it.
 */
public final class Uninterrupted {
    private Uninterrupted() {}

    /** Does the work on a thread that nobody else knows, waits for it, and leaves the caller's interrupt pending. */
    public static <T> T call(Callable<T> work) {
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

    /** Returns what the work threw. */
    static RuntimeException asThrown(ExecutionException failure) {
        return switch (failure.getCause()) {
            case RuntimeException known -> traced(known, failure);
            case Error known -> throw traced(known, failure);
            case null, default -> new IllegalStateException(failure.getCause());
        };
    }

    /** Shows where the caller was, too. */
    private static <E extends Throwable> E traced(E known, ExecutionException failure) {
        known.setStackTrace(Stream.of(known, failure)
                .flatMap(each -> Arrays.stream(each.getStackTrace()))
                .toArray(StackTraceElement[]::new));
        return known;
    }
}
