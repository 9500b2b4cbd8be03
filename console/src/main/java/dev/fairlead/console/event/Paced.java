package dev.fairlead.console.event;

import dev.fairlead.wire.Deadline;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tells of what changes often no oftener than a page needs: at once where nothing was told lately, otherwise a little
 * later, once for all that changed meanwhile. The last change is always told. Thread-safe.
 */
public final class Paced {
    private static final System.Logger LOG = System.getLogger(Paced.class.getName());

    private final Duration pause;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Waiting> waiting = new HashMap<>(); // guarded by lock, as what is in it

    /** What is to be told when the pause is over; null for nothing. */
    private static final class Waiting {
        private @Nullable Runnable telling;
    }

    /** Makes one that tells of each thing at most once in a while. */
    public Paced(Duration pause) {
        this.pause = pause;
    }

    /**
     * Has something told.
     *
     * @param what of which thing
     * @param telling tells how it stands then
     */
    public void tell(String what, Runnable telling) {
        lock.lock();
        try {
            var later = waiting.get(what);
            if (later != null) {
                later.telling = telling;
                return;
            }
            waiting.put(what, new Waiting());
        } finally {
            lock.unlock();
        }
        try {
            telling.run();
        } finally {
            Thread.ofVirtual().name("fairlead-console-pace").start(() -> follow(what));
        }
    }

    private void follow(String what) {
        try {
            while (true) {
                Deadline.after(pause).await();
                var telling = next(what);
                if (telling == null) {
                    return;
                }
                quietly(what, telling);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** One telling that fails must not keep those after it from being told. */
    private static void quietly(String what, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error failure) {
            LOG.log(Level.ERROR, "The page could not be told of '%s'".formatted(what), failure);
        }
    }

    /** Returns what is to be told; if there is nothing, the next change is told at once again. */
    private @Nullable Runnable next(String what) {
        lock.lock();
        try {
            var later = waiting.get(what);
            var telling = later == null ? null : later.telling;
            if (later != null && telling != null) {
                later.telling = null;
            } else {
                waiting.remove(what);
            }
            return telling;
        } finally {
            lock.unlock();
        }
    }
}
