package dev.fairlead.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A place for an answer that is given once, and waited for. */
final class OneAnswer<T> {
    private final AtomicReference<@Nullable T> value = new AtomicReference<>();
    private final CountDownLatch given = new CountDownLatch(1);

    /** Gives the answer; tells whether it is the first. */
    boolean give(T answer) {
        boolean first = value.compareAndSet(null, answer);
        given.countDown();
        return first;
    }

    boolean isGiven() {
        return value.get() != null;
    }

    T await() throws InterruptedException {
        given.await();
        var answer = value.get();
        if (answer == null) {
            throw new IllegalStateException("the answer is given before anybody is told of it");
        }
        return answer;
    }
}
