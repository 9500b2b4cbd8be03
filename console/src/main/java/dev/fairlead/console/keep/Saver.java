package dev.fairlead.console.keep;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Keeps what changes often a little later, once for many changes, and all of it before it is closed. */
public final class Saver implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Saver.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final Keep keep;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock(); // from taking what is due until it is kept
    private final Condition changed = lock.newCondition();
    private final Map<String, Supplier<JsonNode>> due = new LinkedHashMap<>(); // guarded by lock, as the next
    private boolean closed;
    private final Thread thread;

    /** Keeps things in a folder. */
    public Saver(Keep keep) {
        this.keep = keep;
        this.thread = Thread.ofVirtual().name("fairlead-console-keep").start(this::work);
    }

    /** Has a value kept soon, as it is then. */
    public void later(String name, Supplier<JsonNode> value) {
        lock.lock();
        try {
            due.put(name, value);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a value now; trouble is logged, and does not stop anything. */
    public void now(String name, JsonNode value) {
        writing.lock();
        try {
            undue(name);
            save(name, () -> value);
        } finally {
            writing.unlock();
        }
    }

    /** Removes what is kept under a name, and what was to be; nothing that was due before it is written after it. */
    public void remove(String name) {
        writing.lock();
        try {
            undue(name);
            keep.remove(name);
        } finally {
            writing.unlock();
        }
    }

    private void undue(String name) {
        lock.lock();
        try {
            due.remove(name);
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            while (true) {
                List<String> now;
                boolean last;
                lock.lockInterruptibly();
                try {
                    while (due.isEmpty() && !closed) {
                        changed.await();
                    }
                    // What follows soon is kept together with it.
                    long nanos = PAUSE.toNanos();
                    while (!closed && nanos > 0) {
                        nanos = changed.awaitNanos(nanos);
                    }
                    last = closed;
                    now = List.copyOf(due.keySet());
                } finally {
                    lock.unlock();
                }
                now.forEach(this::saveDue);
                if (last) {
                    return;
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void saveDue(String name) {
        writing.lock();
        try {
            Supplier<JsonNode> value;
            lock.lock();
            try {
                value = due.remove(name);
            } finally {
                lock.unlock();
            }
            if (value != null) {
                save(name, value);
            }
        } finally {
            writing.unlock();
        }
    }

    /** Whatever goes wrong with one thing, the others are kept. */
    private void save(String name, Supplier<JsonNode> value) {
        try {
            keep.write(name, value.get());
        } catch (RuntimeException | Error failure) {
            LOG.log(Level.ERROR, "What the console should keep as '%s' could not be kept".formatted(name), failure);
        }
    }

    /** Keeps what is due, and ends. */
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
