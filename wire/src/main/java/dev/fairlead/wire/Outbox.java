package dev.fairlead.wire;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue in front of the one thread that writes, which is there while something waits to be written, and a moment longer.
 *
 * <p>It exists because a write to a process that has stopped reading cannot be interrupted: callers wait here instead,
 * where their deadlines hold, and can take a message back that has not been written yet. Only where nothing is queued,
 * and what the server may not have read yet is so little that it fits into any pipe, a caller may write itself.
 */
final class Outbox {
    private static final int POSTS_FACTOR = 2;
    private static final int MAX_WAITING_POSTS = 100_000;
    // The smallest pipe that any system has.
    private static final int DIRECT_BYTES = 4096;

    private final long maxBytes;
    private final long idleNanos;
    private final Supplier<Thread> writers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition drained = lock.newCondition();

    private final AtomicLong read = new AtomicLong(); // of the bytes written, as answers showed

    // All guarded by lock.
    private final ArrayDeque<Parcel> parcels = new ArrayDeque<>();
    private long bytes;
    private long written; // bytes, in all
    private boolean writing; // somebody does
    private boolean mine; // the thread of its own does
    private boolean closed;
    private @Nullable Thread writer; // the last one
    private boolean attended; // it is there, and looks once more before it leaves

    /**
     * Begins empty.
     *
     * @param idle how long a writer waits for more before it leaves
     * @param writers starts a thread that writes what it gets from {@link #take} until it gets nothing more
     */
    Outbox(long maxBytes, Duration idle, Supplier<Thread> writers) {
        this.maxBytes = maxBytes;
        this.idleNanos = idle.toNanos();
        this.writers = writers;
    }

    /** Nothing was queued, as there was no thread that would have written it. */
    static final class NoWriterException extends Exception {
        private static final long serialVersionUID = 1;

        private NoWriterException(Throwable cause) {
            super("no thread could be started to write it: " + cause.getMessage(), cause);
        }
    }

    /** A message on its way out. */
    static final class Parcel {
        final byte[] json;
        private volatile long end; // how many bytes were written with this one; 0 until it is taken

        private Parcel(byte[] json) {
            this.json = json;
        }
    }

    /** Adds a message, waiting for room; empty once the outbox is closed. */
    Optional<Parcel> put(byte[] json, Deadline deadline)
            throws InterruptedException, TimeoutException, NoWriterException {
        lock.lockInterruptibly();
        try {
            // A message larger than the whole queue may go when it is alone.
            while (!closed && bytes > 0 && bytes + json.length > maxBytes) {
                long nanos = deadline.remainingNanos();
                if (nanos <= 0) {
                    throw new TimeoutException();
                }
                long ignored = drained.awaitNanos(nanos);
            }
            return add(json);
        } finally {
            lock.unlock();
        }
    }

    /** Lets a caller write a message itself, if that will not wait; {@link #wrote} must follow. */
    Optional<Parcel> grab(byte[] json) {
        lock.lock();
        try {
            if (closed || writing || !parcels.isEmpty() || written - read.get() + json.length >= DIRECT_BYTES) {
                return Optional.empty();
            }
            var parcel = new Parcel(json);
            give(parcel);
            return Optional.of(parcel);
        } finally {
            lock.unlock();
        }
    }

    /** Ends what {@link #grab} began. */
    void wrote() {
        lock.lock();
        try {
            writing = false;
            drained.signalAll();
            if (!parcels.isEmpty()) {
                filled.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the server has read a message, as it answered it, and so everything before it. */
    void read(@Nullable Parcel answered) {
        if (answered != null) {
            long end = answered.end; // 0 if the server answers what it was not sent yet, which tells nothing.
            if (end > read.get()) {
                read.accumulateAndGet(end, Math::max);
            }
        }
    }

    /** Adds a message without waiting; false once the outbox is closed, or if far too much is queued already. */
    boolean post(byte[] json) throws NoWriterException {
        lock.lock();
        try {
            // A server that asks without end and reads no answer must not fill our memory.
            boolean flooded =
                    bytes > 0 && (bytes + json.length > POSTS_FACTOR * maxBytes || parcels.size() >= MAX_WAITING_POSTS);
            return !flooded && add(json).isPresent();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a message back. Returns whether it has not been, and will never be, given to the writer. */
    boolean withdraw(Parcel parcel) {
        if (parcel.end != 0) {
            return false; // So for every call that was answered, and the queue may be long.
        }
        lock.lock();
        try {
            if (parcels.remove(parcel)) {
                bytes -= parcel.json.length;
                drained.signalAll();
            }
            return parcel.end == 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the next message to write; empty if none came for a while, and once the outbox is closed. Calling again says
     * the last is written.
     */
    Optional<Parcel> take() throws InterruptedException {
        boolean stays =
                Thread.currentThread().isVirtual(); // Such a thread costs less to keep than the timers it would need.
        lock.lockInterruptibly();
        try {
            if (mine) {
                mine = false;
                writing = false;
            }
            drained.signalAll();
            while ((parcels.isEmpty() || writing) && !closed) {
                if (stays) {
                    filled.await();
                } else if (filled.awaitNanos(idleNanos) <= 0 && parcels.isEmpty()) {
                    attended = false; // Under the lock: whatever is queued after this has another writer started.
                    return Optional.empty();
                }
            }
            var parcel = next();
            mine = parcel.isPresent();
            return parcel;
        } finally {
            lock.unlock();
        }
    }

    /** Writes a message that was taken, with whatever else waits by then. */
    void write(Parcel taken, Duplex duplex) throws IOException {
        // One flush for all of it; taken one by one, as what waits may still be withdrawn.
        for (var next = Optional.of(taken); next.isPresent(); next = poll()) {
            duplex.write(next.get().json, true);
        }
        duplex.flush();
    }

    /** Returns the next message to write if one waits already, in the midst of writing. */
    Optional<Parcel> poll() {
        lock.lock();
        try {
            return next();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything is written. Returns whether that came about in time. */
    boolean flushed(Deadline deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (writing || !parcels.isEmpty()) {
                long nanos = deadline.remainingNanos();
                if (nanos <= 0 || closed) {
                    return false;
                }
                long ignored = drained.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the thread that wrote last, which may have ended. */
    Optional<Thread> writer() {
        lock.lock();
        try {
            return Optional.ofNullable(writer);
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether nothing is accepted any more. */
    boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is queued, wakes everybody and accepts nothing more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            parcels.clear();
            bytes = 0;
            filled.signalAll();
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private Optional<Parcel> next() {
        var parcel = parcels.poll();
        if (parcel == null) {
            return Optional.empty();
        }
        bytes -= parcel.json.length;
        give(parcel);
        return Optional.of(parcel);
    }

    private void give(Parcel parcel) {
        writing = true;
        written += parcel.json.length + 1L;
        parcel.end = written;
    }

    private Optional<Parcel> add(byte[] json) throws NoWriterException {
        if (closed) {
            return Optional.empty();
        }
        if (!attended) {
            startWriter(); // First, so that nothing is ever queued that nobody would write.
        }
        var parcel = new Parcel(json);
        parcels.add(parcel);
        bytes += json.length;
        filled.signal();
        return Optional.of(parcel);
    }

    private void startWriter() throws NoWriterException {
        try {
            writer = writers.get();
            attended = true;
        } catch (RuntimeException | Error noThread) {
            throw new NoWriterException(noThread);
        }
    }
}
