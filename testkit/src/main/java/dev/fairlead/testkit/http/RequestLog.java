package dev.fairlead.testkit.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Every request of a server, oldest first. */
final class RequestLog {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();

    // Guarded by lock.
    private final List<RecordedRequest> requests = new ArrayList<>();

    void add(RecordedRequest request) {
        lock.lock();
        try {
            requests.add(request);
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<RecordedRequest> all() {
        lock.lock();
        try {
            return List.copyOf(requests);
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            requests.clear();
        } finally {
            lock.unlock();
        }
    }

    RecordedRequest await(Predicate<RecordedRequest> wanted, Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            int looked = 0;
            while (true) {
                for (looked = Math.min(looked, requests.size()); looked < requests.size(); looked++) {
                    if (wanted.test(requests.get(looked))) {
                        return requests.get(looked);
                    }
                }
                if (left <= 0) {
                    throw new AssertionError("no such request within %s; there were: %s".formatted(limit, requests));
                }
                left = grown.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
