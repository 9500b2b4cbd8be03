package dev.fairlead.console.keep;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Keeps what changes often a little later, once for many changes, and all of it before it is closed. What could not be kept
 * is tried again until it is, as a full disk may have room later; what is too large only when it changed.
 */
public final class Saver implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Saver.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final Keep keep;
    private final Duration again;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Supplier<JsonNode>> due = new LinkedHashMap<>(); // guarded by lock, as the next three
    private final Map<String, Supplier<JsonNode>> failed = new LinkedHashMap<>();
    private long nextTry;
    private boolean closed;
    private final ReentrantLock writing = new ReentrantLock(); // from taking what is due until it is kept
    private final Set<String> toldOf = new TreeSet<>(); // names of what was said not to be kept; guarded by writing
    private final Thread thread;

    /** Keeps things in a folder. */
    public Saver(Keep keep) {
        this(keep, AGAIN);
    }

    Saver(Keep keep, Duration again) {
        this.keep = keep;
        this.again = again;
        this.thread = Thread.ofVirtual().name("fairlead-console-keep").start(this::work);
    }

    /** Has a value kept soon, as it is then. */
    public void later(String name, Supplier<JsonNode> value) {
        lock.lock();
        try {
            failed.remove(name);
            due.put(name, value);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a value now; trouble is logged, does not stop anything, and is tried again later. */
    public void now(String name, JsonNode value) {
        writing.lock();
        try {
            var ignored = take(name);
            save(name, () -> value);
        } finally {
            writing.unlock();
        }
    }

    /** Removes what is kept under a name, and what was to be; nothing that was due before it is written after it. */
    public void remove(String name) {
        writing.lock();
        try {
            keep.remove(name); // If that fails, what was to be kept is kept all the same.
            var ignored = take(name);
            toldOf.remove(name);
        } finally {
            writing.unlock();
        }
    }

    /** Returns what is to be kept under a name, which from now on is the matter of whoever took it. */
    private @Nullable Supplier<JsonNode> take(String name) {
        lock.lock();
        try {
            failed.remove(name);
            return due.remove(name);
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            boolean last = false;
            while (!last) {
                List<String> now;
                lock.lockInterruptibly();
                try {
                    awaitSomething();
                    last = closed;
                    now = List.copyOf(due.keySet());
                } finally {
                    lock.unlock();
                }
                now.forEach(this::saveDue);
            }
            tellOfLost();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until something is due, or all must be; the lock is held. */
    private void awaitSomething() throws InterruptedException {
        while (due.isEmpty() && !closed && !timeToTryAgain()) {
            if (failed.isEmpty()) {
                changed.await();
            } else {
                long ignored = changed.awaitNanos(nextTry - System.nanoTime());
            }
        }
        // What follows soon is kept together with it.
        long nanos = PAUSE.toNanos();
        while (!closed && nanos > 0) {
            nanos = changed.awaitNanos(nanos);
        }
        if (closed || timeToTryAgain()) {
            failed.forEach(due::putIfAbsent);
            failed.clear();
        }
    }

    private boolean timeToTryAgain() {
        return !failed.isEmpty() && nextTry - System.nanoTime() <= 0;
    }

    private void saveDue(String name) {
        writing.lock();
        try {
            var value = take(name);
            if (value != null) {
                save(name, value);
            }
        } finally {
            writing.unlock();
        }
    }

    /** Whatever goes wrong with one thing, the others are kept; the lock for writing is held. */
    private void save(String name, Supplier<JsonNode> value) {
        try {
            keep.write(name, value.get());
            if (toldOf.remove(name)) {
                LOG.log(Level.INFO, "What the console should keep as ''{0}'' is kept now", name);
            }
        } catch (RuntimeException | Error failure) {
            boolean hopeless = failure instanceof NotKeptException refused && !refused.passing();
            if (toldOf.add(name)) {
                LOG.log(
                        Level.ERROR,
                        "What the console should keep as '%s' could not be kept, and is tried again %s"
                                .formatted(name, hopeless ? "when it changed" : "and again"),
                        failure);
            }
            if (!hopeless) {
                tryAgain(name, value);
            }
        }
    }

    private void tryAgain(String name, Supplier<JsonNode> value) {
        lock.lock();
        try {
            if (!due.containsKey(name)) {
                nextTry = failed.isEmpty() ? System.nanoTime() + again.toNanos() : nextTry;
                failed.put(name, value);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void tellOfLost() {
        writing.lock();
        try {
            if (!toldOf.isEmpty()) {
                LOG.log(Level.ERROR, "The console ends, and could not keep: {0}", String.join(", ", toldOf));
            }
        } finally {
            writing.unlock();
        }
    }

    /** Keeps what is due, also what could not be kept before, and ends. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            boolean done = thread.join(Duration.ofNanos(TimeUnit.SECONDS.toNanos(10)));
            if (!done) {
                LOG.log(Level.WARNING, "The console could not keep everything in time");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
