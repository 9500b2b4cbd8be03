package dev.fairlead.host.trust;

import dev.fairlead.wire.Deadline;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets calls of the same tool wait for each other's question, so that its answer can serve them all. */
final class Questions {
    private final ConcurrentMap<Subject, Queue> queues = new ConcurrentHashMap<>();

    /**
     * Waits until nobody is asked about this subject.
     *
     * @throws TimeoutException if somebody still is when the time is over
     */
    Turn take(Subject subject, Deadline patience) throws InterruptedException, TimeoutException {
        var turn = queues.merge(subject, new Queue(new Semaphore(1, true), 1), (old, fresh) -> old.grown(1))
                .turn();
        boolean taken = false;
        try {
            taken = turn.tryAcquire(Math.max(0, patience.remainingNanos()), TimeUnit.NANOSECONDS);
            if (!taken) {
                throw new TimeoutException();
            }
        } finally {
            if (!taken) {
                leave(subject);
            }
        }
        return () -> {
            turn.release();
            leave(subject);
        };
    }

    /** Returns about how many subjects somebody asks or waits. */
    int size() {
        return queues.size();
    }

    private void leave(Subject subject) {
        queues.computeIfPresent(subject, (key, queue) -> queue.members() == 1 ? null : queue.grown(-1));
    }

    /** The right to ask. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    private record Queue(Semaphore turn, int members) {
        Queue grown(int by) {
            return new Queue(turn, members + by);
        }
    }
}
