package dev.fairlead.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are used again and again, not more than so many at once.
 *
 * @param <C> a connection
 * @param <X> what opening one may throw
 */
final class Pool<C, X extends Exception> {
    private static final long SECONDS_OF_PATIENCE = 30;

    private final Opener<C, X> opener;
    private final Closer<C> closer;
    private final int most;
    private final int mostIdle;
    private final Semaphore permits;
    private final ReentrantLock state = new ReentrantLock();

    /** Guarded by the lock. */
    private final Deque<C> idle = new ArrayDeque<>();

    /** Guarded by the lock. */
    private boolean closed;

    /**
     * Makes one that is empty.
     *
     * @param mostIdle how many are kept open while nobody needs them
     */
    Pool(int most, int mostIdle, Opener<C, X> opener, Closer<C> closer) {
        this.most = most;
        this.mostIdle = mostIdle;
        this.permits = new Semaphore(most, true);
        this.opener = opener;
        this.closer = closer;
    }

    /** Returns one that nobody else uses; it must be given back or dropped. */
    C take() throws X, InterruptedException {
        if (!permits.tryAcquire(SECONDS_OF_PATIENCE, TimeUnit.SECONDS)) {
            throw new StoreException(
                    "All %s connections of the store have been in use for %s seconds; see what makes it slow"
                            .formatted(most, SECONDS_OF_PATIENCE),
                    null);
        }
        C taken = null;
        try {
            taken = idleOne();
            if (taken == null) {
                taken = opener.open();
            }
            return taken;
        } finally {
            if (taken == null) {
                permits.release();
            }
        }
    }

    /** Takes back one that may be used again. */
    void give(C used) {
        var kept = false;
        state.lock();
        try {
            kept = !closed && idle.size() < mostIdle;
            if (kept) {
                idle.push(used);
            }
        } finally {
            state.unlock();
        }
        if (!kept) {
            closer.close(used);
        }
        permits.release();
    }

    /** Takes back one that must not be used again. */
    void drop(C broken) {
        closer.close(broken);
        permits.release();
    }

    /** Closes those that nobody uses: what broke one connection broke them all. */
    void forgetIdle() {
        List<C> forgotten;
        state.lock();
        try {
            forgotten = new ArrayList<>(idle);
            idle.clear();
        } finally {
            state.unlock();
        }
        forgotten.forEach(closer::close);
    }

    /** Closes them all; those in use when they are given back. */
    void close() {
        state.lock();
        try {
            closed = true;
        } finally {
            state.unlock();
        }
        forgetIdle();
    }

    private @Nullable C idleOne() {
        state.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the store is closed");
            }
            return idle.poll();
        } finally {
            state.unlock();
        }
    }

    /** Makes a connection. */
    interface Opener<C, X extends Exception> {
        C open() throws X;
    }

    /** Ends a connection; nothing is thrown for one that has ended already. */
    interface Closer<C> {
        void close(C connection);
    }
}
