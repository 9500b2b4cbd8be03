package dev.fairlead.store.parts;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work on a store that nobody waits for longer than they have time. Whoever gives up leaves it to end by itself, as an
 * interrupt closes the files and connections in a thread's hands.
 */
public final class InTime {
    private InTime() {}

    /** Does the work on a thread that nobody else knows, and waits for it. */
    public static <T> T call(Duration patience, Callable<T> work) throws InterruptedException, TimeoutException {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().name("fairlead-store").start(task);
        try {
            return task.get(Pauses.nanos(patience), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            throw Uninterrupted.asThrown(failure);
        }
    }
}
