package dev.fairlead.store.parts;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The right to be the only one, among the threads of this process and among processes. */
public final class Leases {
    private final Locks locks;
    private final Turns turns;
    private final String scope;
    private final Duration longestPause;

    /**
     * Makes leases of locks.
     *
     * @param turns shared by all in this process who use the same locks
     * @param scope tells these locks from others for which the same take turns
     */
    public Leases(Locks locks, Turns turns, String scope, Duration longestPause) {
        this.locks = locks;
        this.turns = turns;
        this.scope = scope;
        this.longestPause = longestPause;
    }

    /** Waits to be the only one to work on what a key names. */
    public Turn take(String key, Duration patience) throws InterruptedException, TimeoutException {
        var pauses = Pauses.within(patience, longestPause);
        var turn = turns.take(scope + key, pauses.remaining());
        var entered = false;
        try {
            enter(key, pauses);
            entered = true;
            return lease(key, turn);
        } finally {
            if (!entered) {
                turn.close();
            }
        }
    }

    /** Who waits blocks the way in: without that, a busy process would let its own threads in for ever. */
    private void enter(String key, Pauses pauses) throws InterruptedException, TimeoutException {
        await(wayIn(key), pauses);
        try {
            await(inside(key), pauses);
        } finally {
            locks.unlock(wayIn(key));
        }
    }

    private void await(String name, Pauses pauses) throws InterruptedException, TimeoutException {
        while (!locks.tryLock(name)) {
            if (pauses.areOver()) {
                throw new TimeoutException("another process did not finish in time");
            }
            pauses.pause();
        }
    }

    private Turn lease(String key, Turn turn) {
        var ended = new AtomicBoolean();
        return () -> {
            if (ended.compareAndSet(false, true)) {
                try {
                    locks.unlock(inside(key));
                } finally {
                    turn.close();
                }
            }
        };
    }

    private static String wayIn(String key) {
        return "way in " + key;
    }

    private static String inside(String key) {
        return "inside " + key;
    }
}
