package dev.fairlead.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A place for an answer that is given once, and waited for; once nobody waits for it any more, it cannot be given. */
final class OneAnswer<T> {
    private final AtomicBoolean over = new AtomicBoolean(); // given, or given up
    private final AtomicReference<@Nullable T> value = new AtomicReference<>();
    private final CountDownLatch given = new CountDownLatch(1);

    /** Gives the answer; tells whether it is the first, and was not given up. */
    boolean give(T answer) {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            value.set(answer);
            given.countDown();
        }
        return first;
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
