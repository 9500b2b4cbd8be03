package dev.fairlead.host.trust;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Lets calls of the same tool wait for each other's question, so that its answer can serve them all. */
final class Questions {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Subject, SequencedSet<Place>> lines = new HashMap<>(); // guarded by lock

    /**
     * Waits until nobody is asked about this subject.
     *
     * @throws TimeoutException if somebody still is when the time is over
     * @throws Waiting.EndedException if the wait was ended before
     */
    Turn take(Subject subject, Waiting waiting) throws InterruptedException, TimeoutException, Waiting.EndedException {
        var mine = enter(subject);
        boolean taken = false;
        try {
            taken = waiting.await(mine.come);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a turn comes or does not", impossible);
        } finally {
            if (!taken) {
                leave(subject, mine);
            }
        }
        return () -> leave(subject, mine);
    }

    /** Returns about how many subjects somebody asks or waits. */
    int size() {
        lock.lock();
        try {
            return lines.size();
        } finally {
            lock.unlock();
        }
    }

    private Place enter(Subject subject) {
        var mine = new Place();
        lock.lock();
        try {
            var line = lines.computeIfAbsent(subject, first -> new LinkedHashSet<>());
            line.addLast(mine);
            line.getFirst().come.complete(true);
        } finally {
            lock.unlock();
        }
        return mine;
    }

    private void leave(Subject subject, Place mine) {
        lock.lock();
        try {
            var line = lines.get(subject);
            if (line == null || !line.remove(mine)) {
                return;
            }
            if (line.isEmpty()) {
                lines.remove(subject);
            } else {
                line.getFirst().come.complete(true); // Without effect unless it was the first that left.
            }
        } finally {
            lock.unlock();
        }
    }

    /** A place in the line of a subject. */
    private static final class Place {
        private final CompletableFuture<Boolean> come = new CompletableFuture<>(); // the turn of whoever has it
    }

    /** The right to ask. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
