package dev.fairlead.bench;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Many callers on virtual threads, sharing a number of calls. */
final class Crowd {
    private Crowd() {}

    /** Makes the calls and waits for the last; the first failure is thrown. */
    static void share(int calls, int width, Callable<?> call) throws InterruptedException, ExecutionException {
        var left = new AtomicInteger(calls);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var callers = IntStream.range(0, width)
                    .mapToObj(i -> threads.submit(() -> {
                        while (left.getAndDecrement() > 0) {
                            call.call();
                        }
                        return null;
                    }))
                    .toList();
            for (var caller : callers) {
                caller.get();
            }
        }
    }
}
