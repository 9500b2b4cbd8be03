package dev.fairlead.wire.stdio;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What ties the servers of this JVM to its life: every process of a server inherits a marker in its environment, and a
 * watchdog ends those that carry it, on request and when this JVM is gone in whatever way.
 *
 * <p>Not reached are processes that have cleared their environment and also left the tree of their server. There is no
 * watchdog on Windows; servers there are ended by their process tree alone, and survive a JVM that is killed.
 */
final class Lifeline {
    /** The environment variable that holds the marker. */
    static final String VARIABLE = "FAIRLEAD_LIFELINE";

    /** Stands after the marker in the variable, so that no marker is the beginning of another. */
    static final char MARKER_END = ';';

    private static final Lifeline SHARED = new Lifeline();
    private static final Duration ANSWER_MARGIN = Duration.ofMillis(700);
    private static final int MAX_RESTARTS = 10;

    // A secret is not needed, and the first random number of a JVM costs more than the whole watchdog.
    private final String id = ProcessHandle.current().pid() + "x" + Long.toHexString(System.currentTimeMillis()) + "x"
            + Long.toHexString(System.nanoTime());
    private final boolean supported;

    // Held while a watchdog starts, so that there is never a second one.
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private @Nullable Watchdog watchdog;
    private int servers;
    private int holders;
    private int restarts;
    private boolean failed;
    private boolean warned;

    Lifeline() {
        this(!Platform.WINDOWS);
    }

    Lifeline(boolean supported) {
        this.supported = supported;
    }

    /** Returns the one of this JVM. */
    static Lifeline shared() {
        return SHARED;
    }

    /** Returns the marker for one more server, watched from now on until it is released. */
    String hold() {
        lock.lock();
        try {
            holders++;
            servers++;
            current();
            return id + "-" + servers;
        } finally {
            lock.unlock();
        }
    }

    /** Lets one server go; with the last one the watchdog goes too. */
    void release() {
        lock.lock();
        try {
            holders--;
            if (holders == 0 && watchdog != null) {
                watchdog.quit();
                watchdog = null;
                restarts = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a watchdog can be had; without one, whoever started a process must end its tree. */
    boolean available() {
        lock.lock();
        try {
            return supported && !failed;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the watchdog's process, where one runs. */
    Optional<ProcessHandle> watchdog() {
        lock.lock();
        try {
            return Optional.ofNullable(watchdog).map(Watchdog::handle);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends every process that carries the marker, was asked to end, or descends from one of these: asks the others, waits
     * for the grace, then forces. Returns whether all are known to be gone.
     *
     * @param asked the pids of those that were asked
     */
    boolean end(String marker, Duration grace, Collection<Long> asked) {
        // A second try, because a watchdog can die too and is then replaced.
        return tryEnd(marker, grace, asked)
                .or(() -> tryEnd(marker, grace, asked))
                .orElse(false);
    }

    private Optional<Boolean> tryEnd(String marker, Duration grace, Collection<Long> asked) {
        var watching = locked();
        if (watching == null) {
            return Optional.empty();
        }
        try {
            var limit = grace.plus(ANSWER_MARGIN).toMillis();
            return Optional.of(watching.end(marker, grace, asked).get(limit, TimeUnit.MILLISECONDS) == 0);
        } catch (ExecutionException e) {
            Remarks.debug("the watchdog ended before it answered", e);
            return Optional.empty();
        } catch (TimeoutException e) {
            Remarks.warn("the watchdog did not answer in time", e);
            return Optional.of(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(false);
        }
    }

    private @Nullable Watchdog locked() {
        lock.lock();
        try {
            return current();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Watchdog current() {
        if (!supported) {
            return null;
        }
        if (watchdog == null || !watchdog.alive()) {
            watchdog = started();
        }
        return watchdog;
    }

    private @Nullable Watchdog started() {
        try {
            var started = Watchdog.start(id, this::replace);
            failed = false;
            return started;
        } catch (IOException e) {
            failed = true;
            if (!warned) {
                warned = true;
                Remarks.warn("no watchdog could be started: servers will survive if this JVM is killed", e);
            }
            return null;
        }
    }

    private void replace(Watchdog dead) {
        lock.lock();
        try {
            if (watchdog == dead && holders > 0 && restarts < MAX_RESTARTS) {
                restarts++;
                watchdog = started();
            }
        } finally {
            lock.unlock();
        }
    }
}
