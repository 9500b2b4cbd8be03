package dev.fairlead.host;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something to be looked at that takes long: whoever comes while others wait for it shares what the next of them sees. */
final class SharedLook<T> {
    private final AtomicLong begun = new AtomicLong();
    private final ReentrantLock looking = new ReentrantLock();

    // Guarded by looking.
    private long number;
    private @Nullable T seen;

    /** Looks, or returns what somebody saw who began to look after this was called. */
    T look(Supplier<T> how) throws InterruptedException {
        long before = begun.get();
        looking.lockInterruptibly();
        try {
            var last = seen;
            if (last != null && number > before) {
                return last;
            }
            seen = null; // What fails is seen by nobody.
            number = begun.incrementAndGet();
            var fresh = how.get();
            seen = fresh;
            return fresh;
        } finally {
            looking.unlock();
        }
    }
}
