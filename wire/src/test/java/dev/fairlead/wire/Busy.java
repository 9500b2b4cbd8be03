package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Virtual threads that always find something to do, several for each core. */
public final class Busy {
    private static final int TURNS = 5;

    private Busy() {}

    /**
     * Has many threads work at the same time, and another one wait beside them for what a platform thread brings, a few times.
     * Fails if that one does not get its turns.
     *
     * @param work makes the work of a thread, which ends as soon as it is over
     */
    public static void leavesRoomForOthers(Function<BooleanSupplier, Callable<?>> work) throws InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        var over = new AtomicBoolean();
        var begun = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        try {
            for (int i = 0; i < 4 * cores; i++) {
                var own = work.apply(over::get);
                threads.add(Threads.beside(() -> {
                            begun.incrementAndGet();
                            return own.call();
                        })
                        .thread());
            }
            await().atMost(Threads.PATIENCE).until(() -> begun.get() >= cores);
            var brought = new Semaphore(0);
            var taken = new Semaphore(0);
            threads.add(Threads.beside(() -> {
                        while (!over.get()) {
                            brought.acquire();
                            taken.release();
                        }
                        return true;
                    })
                    .thread());
            for (int turn = 0; turn < TURNS; turn++) {
                brought.release();
                assertThat(taken.tryAcquire(Threads.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .as("turn %d of another thread", turn)
                        .isTrue();
            }
            over.set(true);
            brought.release();
        } finally {
            over.set(true);
        }
        for (var thread : threads) {
            Threads.ended(thread);
        }
    }
}
