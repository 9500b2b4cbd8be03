package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between a reader thread, which never waits, and the one thread that reads the messages. Where too many
 * wait, that goes first which is missed least: news that newer news of the same subject has overtaken, then news of the
 * kind that came last, then other news; never a request or an answer.
 */
public final class Mailbox {
    private static final int LOOKS = 3;
    private static final long SOON_NANOS = 2 * LOOKS * Vigil.TICK_NANOS;

    private final int capacity;
    private final Correlation correlation;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by lock.
    private final ArrayDeque<Message> messages = new ArrayDeque<>(2);
    private boolean ended;
    private @Nullable Breakage breakage;

    /**
     * Holds at most this many messages, but always the last.
     *
     * @param correlation knows what is news of the same subject
     */
    public Mailbox(int capacity, Correlation correlation) {
        this.capacity = capacity;
        this.correlation = correlation;
    }

    /**
     * Adds a message. When nobody has read for too long, one is dropped: the one that is missed least or, where nothing but
     * requests wait, this one.
     *
     * @return whether there was room for all of them
     */
    public boolean offer(Message message) {
        return put(message, false);
    }

    /** Adds the message that ends the stream; it always fits. */
    public void finish(Message message) {
        put(message, true);
    }

    /** Ends the stream in good order; waiting messages can still be read. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream here: waiting messages can still be read, then it is as if the line broke. */
    public void breakOff(Breakage reason) {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                breakage = reason;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a message can be taken. */
    public boolean filled() {
        lock.lock();
        try {
            return !messages.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether there is nothing to take, and something may still come. */
    public boolean waiting() {
        lock.lock();
        try {
            return messages.isEmpty() && !ended;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether the stream has ended, so that no message fits any more. */
    public boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a message.
     *
     * @return the message, or why there will be none; empty at the regular end
     */
    public Optional<Delivery> take(Deadline deadline) throws InterruptedException, TimeoutException {
        if (Thread.currentThread().isVirtual() && deadline.remainingNanos() > SOON_NANOS && waiting()) {
            awaitSoon();
        }
        lock.lockInterruptibly();
        try {
            while (messages.isEmpty() && !ended) {
                long nanos = deadline.remainingNanos();
                if (nanos <= 0) {
                    throw new TimeoutException();
                }
                long ignored = changed.awaitNanos(nanos);
            }
            var message = messages.poll();
            if (message != null) {
                return Optional.of(new Delivery(message, null));
            }
            return breakage == null ? Optional.empty() : Optional.of(new Delivery(null, breakage));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something changed, or for a moment: the timer that a virtual thread needs to wait with a limit costs more
     * than many an answer.
     */
    private void awaitSoon() throws InterruptedException {
        var rouser = new Rouser();
        Vigil.shared().begin(rouser); // Which may wait itself, and so not with the lock held.
        try {
            lock.lockInterruptibly();
            try {
                while (messages.isEmpty() && !ended && !rouser.over) {
                    changed.await();
                }
            } finally {
                lock.unlock();
            }
        } finally {
            Vigil.shared().end(rouser);
        }
    }

    /** Wakes whoever has waited for a moment. */
    private final class Rouser implements Vigil.Watched {
        private int looks; // the watcher's
        private boolean over; // guarded by lock

        @Override
        public void look() {
            // A watcher waits for nobody: there is a next time.
            if (++looks >= LOOKS && lock.tryLock()) {
                try {
                    over = true;
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    private boolean put(Message message, boolean last) {
        lock.lock();
        try {
            boolean room = last || messages.size() < capacity;
            if (ended || (!room && !dropFor(message))) {
                return false;
            }
            messages.add(message);
            ended = last;
            changed.signal();
            return room;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is missed least beside a new message; returns whether there was anything. */
    private boolean dropFor(Message latest) {
        var subject = subject(latest);
        if (subject.isPresent() && subject.equals(subject(messages.peek()))) {
            messages.poll(); // In a flood of one subject this is always the one, and need not be looked for.
            return true;
        }
        var told = new HashMap<Object, Integer>();
        subject.ifPresent(about -> told.merge(about, 1, Integer::sum));
        messages.forEach(one -> subject(one).ifPresent(about -> told.merge(about, 1, Integer::sum)));
        var method = latest instanceof Notification news ? news.method() : "";
        return drop(news -> subject(news)
                        .filter(about -> told.getOrDefault(about, 0) > 1)
                        .isPresent())
                // Whoever floods does so at the cost of his own.
                || drop(news -> subject(news).isEmpty() && news.method().equals(method))
                || drop(news -> subject(news).isEmpty())
                || drop(news -> true);
    }

    private boolean drop(Predicate<Notification> which) {
        for (var each = messages.iterator(); each.hasNext(); ) {
            if (each.next() instanceof Notification news && which.test(news)) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    private Optional<Object> subject(@Nullable Message message) {
        return message instanceof Notification news ? correlation.subjectOf(news) : Optional.empty();
    }

    /** What a reader finds: a message, or the reason why there is none. */
    public record Delivery(
            @Nullable Message message, @Nullable Breakage breakage) {}
}
