package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Every message that a server has received, over all its connections, oldest first. */
final class Transcript {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();

    // Guarded by lock.
    private final List<Message> messages = new ArrayList<>();
    private long forgotten;

    void add(Message message) {
        lock.lock();
        try {
            messages.add(message);
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<Message> all() {
        lock.lock();
        try {
            return List.copyOf(messages);
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            forgotten += messages.size();
            messages.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the first message of this kind, waiting for it to come. */
    Message await(Predicate<Message> wanted, Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            long looked = forgotten;
            while (true) {
                for (looked = Math.max(looked, forgotten); looked < forgotten + messages.size(); looked++) {
                    var message = messages.get((int) (looked - forgotten));
                    if (wanted.test(message)) {
                        return message;
                    }
                }
                if (left <= 0) {
                    throw new AssertionError("no such message within %s; received: %s".formatted(limit, messages));
                }
                left = grown.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
