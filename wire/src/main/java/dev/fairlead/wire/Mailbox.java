package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Weight;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between a reader thread, which never waits, and the one thread that reads the messages. Where too many
 * wait, that goes first which is missed least: news that newer news of the same subject has overtaken, then news of the
 * kind that came last, then other news; never a request or an answer.
 */
public final class Mailbox {
    private static final int LOOKS = 3;
    private static final int TAKEN_PER_TURN = 64;
    private static final long SOON_NANOS = 2 * LOOKS * Vigil.TICK_NANOS;

    private final Room room;
    private final Correlation correlation;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by lock.
    private final ArrayDeque<Weighed> messages = new ArrayDeque<>(2);
    private long bytes; // of them
    private @Nullable Crowd crowd; // in place of them, once there were too many
    private int taken;
    private boolean ended;
    private @Nullable Breakage breakage;

    /** A message, and about how much memory it takes; nothing for the last, which always fits. */
    record Weighed(Message message, long bytes) {}

    /**
     * Holds at most this many messages, or about eight mebibytes of them, but always the last.
     *
     * @param correlation knows what is news of the same subject
     */
    public Mailbox(int capacity, Correlation correlation) {
        this.room = Room.forAtMost(capacity);
        this.correlation = correlation;
    }

    /**
     * Adds a message. When nobody has read for too long, others are dropped for it: those that are missed least or, where too
     * many requests wait, itself.
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
            return !isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether there is nothing to take, and something may still come. */
    public boolean waiting() {
        lock.lock();
        try {
            return isEmpty() && !ended;
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
        boolean endless = deadline.endless();
        if (!endless && Thread.currentThread().isVirtual() && deadline.remainingNanos() > SOON_NANOS && waiting()) {
            awaitSoon();
        }
        Optional<Delivery> delivery;
        boolean turnIsOver;
        lock.lockInterruptibly();
        try {
            while (isEmpty() && !ended) {
                if (endless) {
                    changed.await();
                    continue;
                }
                long nanos = deadline.remainingNanos();
                if (nanos <= 0) {
                    throw new TimeoutException();
                }
                long ignored = changed.awaitNanos(nanos);
            }
            delivery = delivery();
            turnIsOver = ++taken % TAKEN_PER_TURN == 0;
        } finally {
            lock.unlock();
        }
        if (turnIsOver) {
            Turns.giveWay(); // In a flood there is always another, and nothing else makes its reader wait.
        }
        return delivery;
    }

    private Optional<Delivery> delivery() {
        var message = poll();
        if (message != null) {
            return Optional.of(new Delivery(message, null));
        }
        return breakage == null ? Optional.empty() : Optional.of(new Delivery(null, breakage));
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
                while (isEmpty() && !ended && !rouser.over) {
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
        var one = new Weighed(message, last ? 0 : Weight.of(message));
        lock.lock();
        try {
            if (ended) {
                return false;
            }
            boolean fits = last || hasRoom(one);
            if (fits) {
                add(one);
            } else {
                crowd().replace(one);
            }
            ended = last;
            changed.signal();
            return fits;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(Weighed one) {
        return crowd == null ? room.fits(one.bytes(), messages.size(), bytes) : crowd.hasRoom(one);
    }

    private void add(Weighed one) {
        if (crowd == null) {
            messages.add(one);
            bytes += one.bytes;
        } else {
            crowd.add(one);
        }
    }

    /** Returns those that wait as a crowd, which they stay: where there were too many once, there soon are again. */
    private Crowd crowd() {
        var present = crowd;
        if (present == null) {
            present = new Crowd(room, correlation, messages);
            messages.clear();
            crowd = present;
        }
        return present;
    }

    private boolean isEmpty() {
        return crowd == null ? messages.isEmpty() : crowd.isEmpty();
    }

    private @Nullable Message poll() {
        if (crowd != null) {
            return crowd.poll();
        }
        var eldest = messages.poll();
        if (eldest == null) {
            return null;
        }
        bytes -= eldest.bytes;
        return eldest.message;
    }

    /** What a reader finds: a message, or the reason why there is none. */
    public record Delivery(
            @Nullable Message message, @Nullable Breakage breakage) {}
}
