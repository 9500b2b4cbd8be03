package dev.fairlead.store.parts;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets the threads of one program take turns, first come first served, by name. */
public final class Turns {
    private final ConcurrentMap<String, Queue> queues = new ConcurrentHashMap<>();

    /** Makes one in which nobody waits. */
    public Turns() {}

    /** Waits for a turn; whoever closes it, from any thread, ends it. */
    public Turn take(String name, long nanos) throws InterruptedException, TimeoutException {
        var permit = join(name);
        var taken = false;
        try {
            taken = permit.tryAcquire(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            if (!taken) {
                throw new TimeoutException("somebody else in this program did not finish in time");
            }
        } finally {
            if (!taken) {
                leave(name);
            }
        }
        var ended = new AtomicBoolean();
        return () -> {
            if (ended.compareAndSet(false, true)) {
                permit.release();
                leave(name);
            }
        };
    }

    private Semaphore join(String name) {
        return queues.merge(name, new Queue(new Semaphore(1, true), 1), (old, fresh) -> old.grown(1))
                .permit();
    }

    private void leave(String name) {
        queues.computeIfPresent(name, (unused, queue) -> queue.members() == 1 ? null : queue.grown(-1));
    }

    /** Who holds a turn and who waits for it. */
    private record Queue(Semaphore permit, int members) {
        Queue grown(int by) {
            return new Queue(permit, members + by);
        }
    }
}
