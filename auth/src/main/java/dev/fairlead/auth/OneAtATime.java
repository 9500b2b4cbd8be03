package dev.fairlead.auth;

import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Does a piece of work once for all who want it at the same time. It goes on when those who wait give up: what was begun
 * with an authorization server has to be finished, or its answer would be lost.
 */
final class OneAtATime {
    /** How long those who have what they waited for stay for the rest, which nearly always ends at once. */
    private static final Duration REST = Duration.ofSeconds(2);

    private final Duration longest;
    private final Executor threads;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Running underWay; // guarded by lock

    /**
     * Makes one.
     *
     * @param longest how long a piece of work may take
     */
    OneAtATime(Duration longest) {
        this(longest, Thread.ofVirtual().name("fairlead-authorization")::start);
    }

    OneAtATime(Duration longest, Executor threads) {
        this.longest = longest;
        this.threads = threads;
    }

    /** A piece of work. */
    @FunctionalInterface
    interface Work {
        void run(Deadline deadline) throws InterruptedException;
    }

    /**
     * Does the work, or waits for whoever does it already.
     *
     * @param what tells this work from other work, which has to wait its turn
     * @param patience how long this caller waits
     * @throws RuntimeException what the work threw, to everybody who waited for it
     */
    void run(String what, Deadline patience, Work work) throws InterruptedException, TimeoutException {
        while (true) {
            var running = join(what, work);
            if (running.what.equals(what)) {
                running.await(patience);
                return;
            }
            if (!running.ended.await(patience.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
        }
    }

    /** Lets those go who wait for the work that this thread does: what they wait for is there, and the rest may take long. */
    void letGo() {
        lock.lock();
        try {
            var present = underWay;
            if (present != null && Thread.currentThread().equals(present.worker)) {
                present.done.countDown();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Does the work with nobody waiting for it, unless other work is under way: then it is left. */
    void begin(String what, Work work) {
        var ignored = join(what, work);
    }

    /** Tells whether work is under way. */
    boolean busy() {
        lock.lock();
        try {
            return underWay != null;
        } finally {
            lock.unlock();
        }
    }

    private Running join(String what, Work work) {
        lock.lock();
        try {
            var present = underWay;
            if (present == null) {
                present = new Running(what);
                start(present, work);
            }
            return present;
        } finally {
            lock.unlock();
        }
    }

    private void start(Running running, Work work) {
        underWay = running;
        try {
            threads.execute(() -> complete(running, work));
        } catch (RuntimeException | Error noThread) {
            underWay = null; // Nobody has joined yet, and the next one may have more luck.
            throw noThread;
        }
    }

    private void complete(Running running, Work work) {
        running.worker = Thread.currentThread();
        try {
            work.run(Deadline.after(longest));
        } catch (RuntimeException | Error failure) {
            running.failure = failure;
        } catch (InterruptedException impossible) {
            running.failure = new IllegalStateException("nobody interrupts this thread", impossible);
        } finally {
            lock.lock();
            try {
                underWay = null;
            } finally {
                lock.unlock();
            }
            running.done.countDown();
            running.ended.countDown();
        }
    }

    private static final class Running {
        private final String what;
        private final CountDownLatch done = new CountDownLatch(1); // for those who wait for this very work
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable Thread worker;
        private volatile @Nullable Throwable failure;

        Running(String what) {
            this.what = what;
        }

        void await(Deadline patience) throws InterruptedException, TimeoutException {
            if (!done.await(patience.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            long rest = Math.min(REST.toNanos(), patience.remainingNanos());
            if (ended.await(rest, TimeUnit.NANOSECONDS)) {
                rethrow();
            }
        }

        private void rethrow() {
            switch (failure) {
                case RuntimeException known -> throw known;
                case Error defect -> throw defect;
                case null, default -> {}
            }
        }
    }
}
