package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line and sorts what comes.
 *
 * <p>A thread of its own does so. But to wake a caller takes longer than a quick server needs to answer: while such a server
 * has one caller, the thread rests, and the caller looks for its answer itself, for a moment.
 */
final class Reading {
    private static final long QUICK_NANOS = 100_000;
    private static final long MOMENT_NANOS = 50_000;
    private static final long REST_NANOS = 1_000_000;

    private final Duplex duplex;
    private final Consumer<Message> sorter;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong found = new AtomicLong();
    private volatile boolean resting;
    private volatile @Nullable Thread reader;

    Reading(Duplex duplex, Consumer<Message> sorter) {
        this.duplex = duplex;
        this.sorter = sorter;
    }

    /** Reads to the end of the line. */
    void run() throws IOException {
        reader = Thread.currentThread();
        while (readOne()) {
            rest();
        }
    }

    /** Notes that the only call was answered after so long. */
    void answeredAfter(long nanos) {
        if (!resting && nanos < QUICK_NANOS && duplex.direct()) {
            resting = true;
        }
    }

    /** Has the thread read again, if it rests: somebody waits who does not look. */
    void wake() {
        if (resting) {
            resting = false;
            LockSupport.unpark(reader);
        }
    }

    /** Looks for an answer on the calling thread for a moment, if the reader rests; what else comes is sorted too. */
    void look(BooleanSupplier answered) throws IOException {
        if (resting && turn.tryLock()) {
            try {
                if (find(answered)) {
                    found.incrementAndGet();
                    return;
                }
            } finally {
                turn.unlock();
            }
        }
        wake();
    }

    private boolean find(BooleanSupplier answered) throws IOException {
        long began = System.nanoTime();
        while (!answered.getAsBoolean()) {
            var message = duplex.poll();
            if (message.isPresent()) {
                sorter.accept(message.get());
            } else {
                Thread.onSpinWait();
            }
            if (System.nanoTime() - began > MOMENT_NANOS) {
                return answered.getAsBoolean();
            }
        }
        return true;
    }

    private boolean readOne() throws IOException {
        turn.lock();
        try {
            var message = duplex.read();
            message.ifPresent(sorter);
            return message.isPresent();
        } finally {
            turn.unlock();
        }
    }

    /** Leaves reading to the caller, for as long as that one finds something. */
    private void rest() {
        while (resting) {
            long before = found.get();
            LockSupport.parkNanos(this, REST_NANOS);
            if (found.get() == before) {
                resting = false;
            }
        }
    }
}
