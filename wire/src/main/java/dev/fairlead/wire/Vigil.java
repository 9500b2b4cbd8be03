package dev.fairlead.wire;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks after threads that wait where neither a deadline nor an interruption reaches them: one watcher for all, so that it
 * costs a call next to nothing to be watched.
 */
public final class Vigil {
    private static final System.Logger LOG = System.getLogger(Vigil.class.getName());
    static final long TICK_NANOS = 20_000_000;
    private static final int IDLE_TICKS = 100;
    private static final Vigil SHARED = new Vigil();

    private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
    private final ReentrantLock waking = new ReentrantLock();
    private volatile boolean awake;

    private Vigil() {}

    /** Somebody who may have to be helped. */
    public interface Watched {
        /** Helps, if it is time. Called about fifty times a second, perhaps once more after {@link #end}; must not wait. */
        void look();
    }

    /** Returns the watcher of this program. */
    public static Vigil shared() {
        return SHARED;
    }

    /** Watches somebody until {@link #end}. */
    public void begin(Watched one) {
        watched.add(one);
        boolean watching = awake;
        try {
            if (!watching) {
                wake();
                watching = true;
            }
        } finally {
            if (!watching) {
                watched.remove(one); // There was no thread to be had.
            }
        }
    }

    /** Stops watching. */
    public void end(Watched one) {
        watched.remove(one);
    }

    private void wake() {
        waking.lock();
        try {
            if (!awake) {
                // A platform thread: when all carriers of virtual ones are taken, somebody still has to look.
                var watcher = Thread.ofPlatform()
                        .name("fairlead-vigil")
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .unstarted(this::watch);
                watcher.start();
                awake = true; // Not before: whoever sees it relies on the watcher.
            }
        } finally {
            waking.unlock();
        }
    }

    private void watch() {
        for (int idle = 0; idle < IDLE_TICKS || !fellAsleep(); idle++) {
            LockSupport.parkNanos(this, TICK_NANOS);
            if (lookedAtAny()) {
                idle = 0;
            }
        }
    }

    private boolean lookedAtAny() {
        boolean any = false;
        try {
            for (var one : watched) {
                any = true;
                look(one);
            }
        } catch (RuntimeException | Error defect) {
            tell(defect); // Those who wait without a limit rely on a watcher that goes on.
        }
        return any;
    }

    private void look(Watched one) {
        try {
            one.look();
        } catch (RuntimeException | Error defect) {
            // All the others still have to be looked after.
            watched.remove(one);
            tell(defect);
        }
    }

    @SuppressWarnings("EmptyCatch") // There is nobody to tell that nobody can be told.
    private static void tell(Throwable defect) {
        try {
            LOG.log(Level.ERROR, "somebody who was to be helped could not be", defect);
        } catch (RuntimeException | Error alsoDefect) {
            // A logger of the program must not end the watcher.
        }
    }

    private boolean fellAsleep() {
        waking.lock();
        try {
            awake = false; // Before looking: whoever comes now sees it and wakes another, or is seen here.
            if (!watched.isEmpty()) {
                awake = true;
            }
            return !awake;
        } finally {
            waking.unlock();
        }
    }
}
