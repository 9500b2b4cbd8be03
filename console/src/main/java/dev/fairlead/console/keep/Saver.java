package dev.fairlead.console.keep;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
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
        lock.lock();
        try {
            due.remove(name);
        } finally {
            lock.unlock();
        }
        save(name, () -> value);
    }

    private void work() {
        try {
            while (true) {
                Map<String, Supplier<JsonNode>> now;
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
                    now = new LinkedHashMap<>(due);
                    due.clear();
                } finally {
                    lock.unlock();
                }
                now.forEach(this::save);
                if (last) {
                    return;
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
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
