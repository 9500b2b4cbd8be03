package dev.fairlead.host.supervision;

import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** One of the lists that a server offers, as it was when the server was last asked for it. Thread-safe. */
final class KeptList<T> {
    private final String what;
    private final Source<T> source;
    private final Runnable changed;
    private final ReentrantLock asking = new ReentrantLock(); // held while asking: who wants the list waits for it
    private final AtomicLong changes = new AtomicLong(); // that were told
    private volatile long covered; // of these, by what is on the list
    private volatile List<T> items = List.of();
    private volatile long asked = System.nanoTime();

    /** Where a list comes from. */
    @FunctionalInterface
    interface Source<T> {

        /**
         * Asks the server.
         *
         * @param before what was on the list before
         * @param limit until when; as long as is usual if empty
         */
        List<T> ask(List<T> before, Optional<Deadline> limit);
    }

    /**
     * Begins with nothing.
     *
     * @param what how texts call the things on the list
     * @param changed is told whenever something else is on the list
     */
    KeptList(String what, Source<T> source, Runnable changed) {
        this.what = what;
        this.source = source;
        this.changed = changed;
    }

    String what() {
        return what;
    }

    List<T> items() {
        return items;
    }

    boolean outdated() {
        return covered != changes.get();
    }

    /** Returns how often the list became known to be wrong. */
    long changes() {
        return changes.get();
    }

    /** Tells whether it was read since it had become known to be wrong so often. */
    boolean covers(long change) {
        return covered >= change;
    }

    /** Notes that the list is known to be wrong. */
    void outdate() {
        changes.incrementAndGet();
    }

    /** Asks the server, within the usual limits or until then. */
    void ask(Optional<Deadline> limit) {
        asking.lock();
        try {
            askAlone(limit);
        } finally {
            asking.unlock();
        }
    }

    /**
     * Makes sure that the list is younger than this, and than the last change that the server told of; tells whether its
     * turn to ask came in time.
     */
    boolean refresh(Duration age, Deadline limit) throws InterruptedException {
        if (current(age)) {
            return true;
        }
        if (!asking.tryLock(Math.max(0, limit.remainingNanos()), TimeUnit.NANOSECONDS)) {
            return false;
        }
        try {
            if (!current(age)) {
                askAlone(Optional.of(limit));
            }
            return true;
        } finally {
            asking.unlock();
        }
    }

    private boolean current(Duration age) {
        return !outdated() && System.nanoTime() - asked < age.toNanos();
    }

    private void askAlone(Optional<Deadline> limit) {
        long told = changes.get(); // A change while the server is asked counts for the next time.
        var now = source.ask(items, limit);
        asked = System.nanoTime();
        boolean other = !now.equals(items);
        if (other) {
            items = now;
        }
        covered = told; // After the items: whoever sees that the list is not outdated sees them too.
        if (other) {
            changed.run();
        }
    }
}
