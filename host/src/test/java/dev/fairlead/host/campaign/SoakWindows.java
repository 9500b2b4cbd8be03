package dev.fairlead.host.campaign;

import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * When each server was being harmed: from the first moment of it until a call that was made after its last moment was
 * answered. A call may fail if some of it lies within such a time of its own server.
 */
final class SoakWindows {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    // All guarded by lock.
    private final @Nullable Window[] last; // of each server; there is never more than one at a time
    private final Map<Harm, Integer> failures = new TreeMap<>();
    private final Map<Harm, Long> longest = new TreeMap<>();

    private static final class Window {
        private final Harm harm;
        private final int version; // the definition that nobody accepted; 0 for none
        private long over = Long.MAX_VALUE;
        private long back = Long.MAX_VALUE;
        private long refused = Long.MAX_VALUE;

        private Window(Harm harm, int version) {
            this.harm = harm;
            this.version = version;
        }
    }

    SoakWindows(int servers) {
        this.last = new Window[servers];
    }

    /** Begins to harm a server. */
    void begin(int server, Harm harm) {
        begin(server, harm, 0);
    }

    /** Begins to offer a definition that nobody accepted. */
    void begin(int server, Harm harm, int version) {
        lock.lock();
        try {
            last[server] = new Window(harm, version);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that it is harmed no more; whatever is asked from now on should be answered soon. */
    void over(int server) {
        lock.lock();
        try {
            var window = window(server);
            window.over = Math.min(window.over, System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private Window window(int server) {
        var window = last[server];
        if (window == null) {
            throw new IllegalStateException("nobody harmed server " + server);
        }
        return window;
    }

    /**
     * Notes an answer; returns what is wrong with it, or nothing.
     *
     * @param sent when the call was made
     * @param version of the definition that was run
     * @param approved the one that may be run
     */
    @Nullable
    String answered(int server, long sent, int version, int approved) {
        lock.lock();
        try {
            var window = last[server];
            if (window == null || sent > window.back) {
                return version == approved ? null : "definition %s was run, not %s".formatted(version, approved);
            }
            if (sent > window.over && window.back == Long.MAX_VALUE) {
                window.back = System.nanoTime();
                longest.merge(window.harm, window.back - window.over, Math::max);
                news.signalAll();
            }
            // What was on its way before the host heard of the change cannot be called back.
            boolean known = sent > window.refused && window.over == Long.MAX_VALUE;
            return known && version == window.version
                    ? "definition %s was run after it had been refused".formatted(version)
                    : null;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether something was done to a server while a call of it, which has just ended, was under way. */
    boolean harmed(int server, long sent) {
        lock.lock();
        try {
            var window = last[server];
            return window != null && sent <= window.back;
        } finally {
            lock.unlock();
        }
    }

    /** Notes a failure of a call; tells whether it is excused by what was done to its server. */
    boolean failed(int server, long sent, boolean refused) {
        lock.lock();
        try {
            var window = last[server];
            if (window == null || sent > window.back) {
                return false;
            }
            failures.merge(window.harm, 1, Integer::sum);
            if (refused && window.version > 0) {
                window.refused = Math.min(window.refused, System.nanoTime());
                news.signalAll();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until calls of it are answered again; returns whether that came to pass. */
    boolean awaitBack(int server, Duration limit) throws InterruptedException {
        return await(server, limit, false);
    }

    /** Waits until a call was refused since its definition is not what was accepted. */
    boolean awaitRefused(int server, Duration limit) throws InterruptedException {
        return await(server, limit, true);
    }

    private boolean await(int server, Duration limit, boolean refusal) throws InterruptedException {
        var deadline = Deadline.after(limit);
        lock.lock();
        try {
            var window = window(server);
            while ((refusal ? window.refused : window.back) == Long.MAX_VALUE && !deadline.passed()) {
                long ignored = news.awaitNanos(deadline.remainingNanos());
            }
            return (refusal ? window.refused : window.back) != Long.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many calls failed by what was done. */
    Map<Harm, Integer> failures() {
        lock.lock();
        try {
            return new TreeMap<>(failures);
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many milliseconds it took at most until calls were answered again. */
    Map<Harm, Long> longestUntilBack() {
        lock.lock();
        try {
            var millis = new TreeMap<Harm, Long>();
            longest.forEach((harm, nanos) -> millis.put(harm, TimeUnit.NANOSECONDS.toMillis(nanos)));
            return millis;
        } finally {
            lock.unlock();
        }
    }
}
