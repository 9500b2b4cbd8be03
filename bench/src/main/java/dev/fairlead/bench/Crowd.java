package dev.fairlead.bench;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Callers, each on a thread of its own, that share a number of calls. */
final class Crowd {
    private Crowd() {}

    /** Makes the calls, waits for the last and returns how many nanoseconds each took; the first failure is thrown. */
    static long[] share(ThreadFactory threads, int calls, int width, Contender contender)
            throws InterruptedException, ExecutionException {
        var next = new AtomicInteger();
        var nanos = new long[calls];
        try (var executor = Executors.newThreadPerTaskExecutor(threads)) {
            var callers = IntStream.range(0, width)
                    .mapToObj(i -> executor.submit(() -> {
                        for (int call = next.getAndIncrement(); call < calls; call = next.getAndIncrement()) {
                            long start = System.nanoTime();
                            contender.call();
                            nanos[call] = System.nanoTime() - start;
                        }
                        return null;
                    }))
                    .toList();
            for (var caller : callers) {
                caller.get();
            }
        }
        return nanos;
    }
}
