package dev.fairlead.console.server;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What is to be done with servers, each thing after the one before it: changes of one server take effect in the order in
 * which they were accepted, those of different servers at once. Thread-safe.
 */
final class ServerOrder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServerOrder.class.getName());

    private final Runnable done;
    private final ReentrantLock accepting = new ReentrantLock(); // one change is accepted after the other
    private final ReentrantLock lock = new ReentrantLock(); // guards the rest
    private final Map<String, ArrayDeque<Step>> steps = new HashMap<>(); // by server; the first one is under way
    private boolean closed;

    /** What becomes of a server. */
    enum Fate {
        /** It is there afterwards. */
        THERE,
        /** It is not there any more. */
        GONE
    }

    /** Something that may take a while. */
    interface Work {
        void run() throws InterruptedException;
    }

    private record Step(String what, Fate fate, Work work) {}

    /**
     * Begins with nothing to do.
     *
     * @param done is run after each step
     */
    ServerOrder(Runnable done) {
        this.done = done;
    }

    /** Looks at a wish and accepts it, or refuses it by an exception, while no other one is looked at. */
    <T> T accept(Supplier<T> wish) {
        accepting.lock();
        try {
            return wish.get();
        } finally {
            accepting.unlock();
        }
    }

    /** Looks at a wish and accepts it, or refuses it by an exception, while no other one is looked at. */
    void accept(Runnable wish) {
        accepting.lock();
        try {
            wish.run();
        } finally {
            accepting.unlock();
        }
    }

    /** Does something once all is done that was to be done with this server before; how it went, its state tells. */
    void then(String server, String what, Fate fate, Work work) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            var line = steps.computeIfAbsent(server, name -> new ArrayDeque<>());
            line.add(new Step(what, fate, work));
            if (line.size() == 1) {
                Thread.ofVirtual().name("fairlead-console-server").start(() -> work(server, line));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the names of servers that there are once all is done, by those that there are now. */
    Set<String> after(Supplier<Set<String>> now) {
        // In this order: what is done in between shows in both.
        var fates = fates();
        var names = new HashSet<>(now.get());
        fates.forEach((server, fate) -> {
            boolean ignored = fate == Fate.THERE ? names.add(server) : names.remove(server);
        });
        return names;
    }

    private Map<String, Fate> fates() {
        lock.lock();
        try {
            var fates = new HashMap<String, Fate>();
            steps.forEach((server, line) -> fates.put(server, line.getLast().fate));
            return fates;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether something is still to be done with a server. */
    boolean busy(String server) {
        lock.lock();
        try {
            return steps.containsKey(server);
        } finally {
            lock.unlock();
        }
    }

    private void work(String server, ArrayDeque<Step> line) {
        for (var step = first(line); step.isPresent(); step = next(server, line)) {
            try {
                step.get().work.run();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error failure) {
                // Whatever went wrong, what is to be done after it has its turn.
                LOG.log(Level.ERROR, "The console failed at %s '%s'".formatted(step.get().what, server), failure);
            } finally {
                done.run();
            }
        }
    }

    private Optional<Step> first(ArrayDeque<Step> line) {
        lock.lock();
        try {
            return closed ? Optional.empty() : Optional.of(line.getFirst());
        } finally {
            lock.unlock();
        }
    }

    private Optional<Step> next(String server, ArrayDeque<Step> line) {
        lock.lock();
        try {
            line.removeFirst();
            if (line.isEmpty()) {
                steps.remove(server);
            }
            return closed ? Optional.empty() : Optional.ofNullable(line.peekFirst());
        } finally {
            lock.unlock();
        }
    }

    /** Begins nothing any more. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
