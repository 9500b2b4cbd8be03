package dev.fairlead.host;

import dev.fairlead.client.Subscription;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of changes at a configured server that outlasts its connections: after a crash or an outage it goes on by
 * itself. What changed meanwhile nobody can know, so that each new beginning is told as a change of its own.
 */
public final class HostSubscription implements AutoCloseable {
    private static final int KEPT = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String name;
    private final Fleet fleet;
    private final SubscriptionFilter filter;
    private final Duration shortest;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private final Deque<Change> changes = new ArrayDeque<>(); // guarded by lock, as the next two
    private long lost;
    private boolean ended;
    private final Backoff backoff = new Backoff(Backoff.LONGEST);
    private final Thread thread;
    private volatile @Nullable Subscription current;
    private volatile boolean closed;

    /** What is told. */
    public sealed interface Change {

        /** Something changed at the server. */
        record Happened(ServerEvent event) implements Change {}

        /** The stream begins, or begins again after a pause during which changes may have been missed. */
        record Begun() implements Change {}
    }

    HostSubscription(String name, Fleet fleet, SubscriptionFilter filter) {
        this(name, fleet, filter, Duration.ZERO);
    }

    /**
     * Begins to listen.
     *
     * @param shortest the least pause before it is tried again
     */
    HostSubscription(String name, Fleet fleet, SubscriptionFilter filter, Duration shortest) {
        this.name = name;
        this.fleet = fleet;
        this.filter = filter;
        this.shortest = shortest;
        this.thread = Thread.ofVirtual().name("subscription " + name).start(this::follow);
    }

    /** Waits for the next change; empty if none came in time, or if there will be none any more. */
    public Optional<Change> next(Duration patience) throws InterruptedException {
        long nanos = Deadline.after(patience).remainingNanos();
        lock.lockInterruptibly();
        try {
            while (changes.isEmpty() && !ended && nanos > 0) {
                nanos = told.awaitNanos(nanos);
            }
            return Optional.ofNullable(changes.poll());
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether there will be no change any more, as this or the host was closed. */
    public boolean ended() {
        lock.lock();
        try {
            return ended && changes.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many changes were dropped because nobody read them. */
    public long lost() {
        lock.lock();
        try {
            return lost;
        } finally {
            lock.unlock();
        }
    }

    /** Stops listening. */
    @Override
    public void close() {
        closed = true;
        end();
        thread.interrupt();
        var open = current;
        if (open != null) {
            open.close();
        }
    }

    private void follow() {
        try {
            while (!closed && !fleet.closed()) {
                listen();
            }
        } catch (InterruptedException stopped) {
            return; // Closed.
        } finally {
            end();
        }
    }

    private void listen() throws InterruptedException {
        var managed = fleet.server(name);
        if (managed.isEmpty()) {
            pause(); // It was taken out of the configuration, and may come back.
            return;
        }
        try {
            Subscription open;
            try (var use = managed.get().use("subscriptions/listen", Deadline.after(PATIENCE))) {
                open = use.connection().client().subscribe(filter);
            }
            current = open;
            var lasting = Deadline.after(Backoff.LONGEST);
            try (open) {
                tell(new Change.Begun());
                for (var event = open.next(); event.isPresent(); event = open.next()) {
                    backoff.reset();
                    tell(new Change.Happened(event.get()));
                }
            } finally {
                if (lasting.passed()) {
                    backoff.reset(); // It was good for something, even if nothing changed.
                }
            }
            pause(); // Whoever ends it at once is not asked again at once.
        } catch (McpException unready) {
            pause(); // Its supervisor knows why, and tells.
        }
    }

    private void pause() throws InterruptedException {
        boolean ignored = fleet.endsWithin(backoff.next(shortest));
    }

    private void tell(Change change) {
        lock.lock();
        try {
            if (changes.size() == KEPT) {
                changes.remove(); // The oldest is the least worth.
                lost++;
            }
            if (!ended) {
                changes.add(change);
                told.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            told.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
