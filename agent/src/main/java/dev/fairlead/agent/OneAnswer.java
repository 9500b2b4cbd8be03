package dev.fairlead.agent;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place for an answer that is given once, and waited for; once nobody waits for it any more, it cannot be given. */
final class OneAnswer<T> {
    private final AtomicBoolean over = new AtomicBoolean(); // given, or given up
    private final AtomicReference<@Nullable T> value = new AtomicReference<>();
    private final CountDownLatch given = new CountDownLatch(1);
    private final Queue<Consumer<T>> hearing = new ConcurrentLinkedQueue<>();

    /** Gives the answer; tells whether it is the first, and was not given up. */
    boolean give(T answer) {
        return give(answer, () -> {});
    }

    /** Gives the answer once something is done, which is done only if it is the first, and was not given up. */
    boolean give(T answer, Runnable before) {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            try {
                before.run();
                tell(answer);
            } finally {
                value.set(answer);
                given.countDown();
            }
            tell(answer); // Whoever asked to be told in between.
        }
        return first;
    }

    /** Tells somebody the answer, once: before whoever waits for it goes on, or at once if it is given already. */
    void onGiven(Consumer<T> heard) {
        hearing.add(heard);
        var answer = value.get();
        if (answer != null) {
            tell(answer);
        }
    }

    private void tell(T answer) {
        for (var heard = hearing.poll(); heard != null; heard = hearing.poll()) {
            heard.accept(answer);
        }
    }

    /** Tells whether it is given, or nobody waits for it any more. */
    boolean isOver() {
        return over.get();
    }

    boolean isGiven() {
        return value.get() != null;
    }

    T await() throws InterruptedException {
        try {
            given.await();
        } catch (InterruptedException stopped) {
            over.set(true); // Whoever says something later hears that it counts for nothing.
            throw stopped;
        }
        var answer = value.get();
        if (answer == null) {
            throw new IllegalStateException("the answer is given before anybody is told of it");
        }
        return answer;
    }
}
