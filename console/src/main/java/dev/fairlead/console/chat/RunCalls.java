package dev.fairlead.console.chat;

import dev.fairlead.console.call.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The calls of one run, by the ids that the model gave them. Those who make them may be there before who shows them. */
final class RunCalls {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Map<String, Call> calls = new HashMap<>(); // guarded by lock

    void put(String id, Call call) {
        lock.lock();
        try {
            calls.put(id, call);
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Optional<Call> find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(calls.get(id));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a call is shown; empty if it is not in time, or somebody stops it. */
    Optional<Call> await(String id) {
        lock.lock();
        try {
            long nanos = PATIENCE.toNanos();
            while (!calls.containsKey(id) && nanos > 0) {
                nanos = added.awaitNanos(nanos);
            }
            return Optional.ofNullable(calls.get(id));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
