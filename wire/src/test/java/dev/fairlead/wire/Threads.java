package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs something beside the test. */
final class Threads {
    /** Longer than anything takes on a busy machine; reached only by a test that fails. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private Threads() {}

    /** A thread and what will come out of it. */
    record Beside<T>(Thread thread, FutureTask<T> task) {

        T result() throws InterruptedException, ExecutionException, TimeoutException {
            return task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        /** Waits until the thread waits. */
        Beside<T> waiting() {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(this::blocked);
            return this;
        }

        /** Waits until the thread waits, or has ended. */
        Beside<T> waitingOrOver() {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> blocked() || task.isDone());
            return this;
        }

        private boolean blocked() {
            var state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }

        Throwable failure() throws InterruptedException, TimeoutException {
            try {
                var result = result();
                throw new AssertionError("no failure but " + result);
            } catch (ExecutionException failed) {
                return failed.getCause();
            }
        }
    }

    static <T> Beside<T> beside(Callable<T> work) {
        var task = new FutureTask<>(work);
        return new Beside<>(Thread.ofVirtual().start(task), task);
    }

    static void ended(Thread thread) throws InterruptedException {
        assertThat(thread.join(PATIENCE)).as("%s has ended", thread).isTrue();
    }
}
