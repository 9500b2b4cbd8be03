package dev.fairlead.cli.recording;

import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The requests of the client that it waits for. Thread-safe. */
final class Unanswered {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private final Map<RequestId, Request> requests = new LinkedHashMap<>(); // guarded by lock

    /** Notes a request, unless it is one that is answered only once nobody wants it any longer. */
    void begins(Request request) {
        if (!TimeLimits.isEndless(request)) {
            lock.lock();
            try {
                requests.put(request.id(), request);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Notes that it has its answer, or never will; the client may have used its id again by then. */
    void ends(Request request) {
        lock.lock();
        try {
            requests.remove(request.id(), request);
            fewer.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the client does not wait any longer. */
    void withdrawn(RequestId id) {
        lock.lock();
        try {
            requests.remove(id);
            fewer.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for all answers, no longer than this; returns the first request that has none then, if any. */
    Optional<Request> rest(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!requests.isEmpty() && left > 0) {
                left = fewer.awaitNanos(left);
            }
            return requests.values().stream().findFirst();
        } finally {
            lock.unlock();
        }
    }
}
