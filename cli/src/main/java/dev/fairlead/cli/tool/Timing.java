package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerExitedException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks a question over and over and takes the time of each answer. Every caller waits for its answer before it asks
 * again, so that a slow answer also means fewer questions: what is measured is how long an answer takes with that many
 * callers, not how a server stands a given rate.
 */
final class Timing {
    private static final int FIRST_ROOM = 1024;

    private final Benching.Question question;
    private final int callers;
    private final int most;
    private final Function<McpException, String> kind;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private long[] nanos = new long[FIRST_ROOM];
    private int answered;
    private final Map<String, Integer> errors = new TreeMap<>();
    private @Nullable Throwable first;
    private @Nullable Failure firstOfTool;
    private long took;
    private volatile boolean broken;

    /**
     * What was measured.
     *
     * @param nanos how long each answer took, the quickest first; failures are not among them
     * @param errors how many failed, by kind
     * @param thrown the first thing that was thrown
     * @param failed the first failure of the tool itself
     * @param broken whether the server went away
     */
    @SuppressWarnings("ArrayRecordComponent") // Millions of numbers, which nobody changes or compares.
    record Result(
            long[] nanos,
            Map<String, Integer> errors,
            @Nullable Throwable thrown,
            @Nullable Failure failed,
            Duration took,
            boolean broken) {}

    Timing(Benching.Question question, int callers, int most, Function<McpException, String> kind) {
        this.question = question;
        this.callers = callers;
        this.most = most;
        this.kind = kind;
    }

    /** Asks without taking the time. Returns whether all of it was asked. */
    boolean warmUp(int calls) {
        return calls == 0 || run(calls, null, false);
    }

    /** Asks so often, or for so long. Returns whether all of it was asked. */
    boolean measure(int calls, @Nullable Duration time) {
        long started = System.nanoTime();
        try {
            return run(Math.min(calls, most), time, true);
        } finally {
            took = System.nanoTime() - started;
        }
    }

    Result result() {
        lock.lock();
        try {
            var sorted = Arrays.copyOf(nanos, answered);
            Arrays.sort(sorted);
            return new Result(sorted, new TreeMap<>(errors), first, firstOfTool, Duration.ofNanos(took), broken);
        } finally {
            lock.unlock();
        }
    }

    private boolean run(int calls, @Nullable Duration time, boolean counted) {
        var left = new AtomicInteger(calls);
        long end = time == null ? 0 : System.nanoTime() + time.toNanos();
        var done = new CountDownLatch(callers);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < callers; i++) {
                threads.execute(() -> {
                    try {
                        ask(left, time == null ? null : end, counted);
                    } finally {
                        done.countDown();
                    }
                });
            }
            try {
                done.await();
            } catch (InterruptedException stopped) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !broken;
    }

    private void ask(AtomicInteger left, @Nullable Long end, boolean counted) {
        while (left.getAndDecrement() > 0 && (end == null || System.nanoTime() - end < 0) && !broken) {
            long started = System.nanoTime();
            try {
                var failure = question.ask();
                note(System.nanoTime() - started, failure, counted);
            } catch (CallCancelledException | ClientClosedException stopped) {
                return;
            } catch (McpException failed) {
                note(failed, counted);
            }
        }
    }

    private void note(long took, @Nullable Failure failure, boolean counted) {
        if (!counted) {
            return;
        }
        lock.lock();
        try {
            if (failure != null) {
                errors.merge(failure.type(), 1, Integer::sum);
                firstOfTool = firstOfTool == null ? failure : firstOfTool;
                return;
            }
            if (answered == nanos.length) {
                nanos = Arrays.copyOf(nanos, nanos.length * 2);
            }
            nanos[answered++] = took;
        } finally {
            lock.unlock();
        }
    }

    private void note(McpException failed, boolean counted) {
        // Whoever is gone answers nothing, very quickly, for as long as one asks.
        boolean gone = failed instanceof ServerExitedException || failed instanceof ConnectionLostException;
        lock.lock();
        try {
            if (counted || gone) {
                errors.merge(kind.apply(failed), 1, Integer::sum);
                first = first == null ? failed : first;
            }
            broken |= gone;
        } finally {
            lock.unlock();
        }
    }
}
