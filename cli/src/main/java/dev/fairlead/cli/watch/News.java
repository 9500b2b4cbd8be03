package dev.fairlead.cli.watch;

import dev.fairlead.cli.text.Count;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.Subscription;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.wire.Room;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects what happens at a server from all who hear of it; more than can be printed is counted instead. */
final class News implements ConnectionListener {
    private static final Room ROOM = Room.forAtMost(10_000);

    private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(ROOM.count());
    private final AtomicLong bytes = new AtomicLong(); // of those that wait
    private final AtomicLong dropped = new AtomicLong();
    private final LogLevel level;
    private volatile boolean lost;

    /** Weighed once: what has been looked into meanwhile may weigh something else. */
    private record Waiting(Happening happening, long weight) {}

    News(LogLevel level) {
        this.level = level;
    }

    /** Waits for what happened next; null if nothing did in time. */
    @Nullable
    Happening next(Duration patience) throws InterruptedException {
        long missed = dropped.getAndSet(0);
        if (missed > 0) {
            return Happening.connection("dropped", Count.of(missed, "event") + " came faster than could be shown");
        }
        var next = waiting.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (next == null) {
            return null;
        }
        bytes.addAndGet(-next.weight());
        return next.happening();
    }

    /** Tells whether the connection broke, and everything that happened before has been returned. */
    boolean lost() {
        return lost && waiting.isEmpty();
    }

    /** Begins anew, with another connection. */
    void begin() {
        lost = false;
    }

    /** Has the server tell its changes, as far as it offers to; returns null where there is nothing to listen to. */
    @Nullable
    Subscription listen(McpClient client, Wish wish) {
        var offered = client.server().capabilities();
        if (offered.logging()) {
            client.setLogLevel(level);
        }
        var filter = new SubscriptionFilter(
                offered.toolsListChanged(),
                offered.promptsListChanged(),
                offered.resourcesListChanged(),
                new LinkedHashSet<>(wish.resources()));
        if (filter.isEmpty()) {
            return null;
        }
        var subscription = client.subscribe(filter);
        Thread.ofVirtual().name("fairlead-changes").start(() -> follow(subscription));
        return subscription;
    }

    private void follow(Subscription subscription) {
        try {
            for (var event = subscription.next(); event.isPresent(); event = subscription.next()) {
                add(Happening.of(event.get()));
            }
            if (!lost) {
                subscription.end().map(Happening::of).ifPresent(this::add);
            }
        } catch (McpException broken) {
            add(Happening.connection("changes-ended", "changes are not told any more: " + broken.getMessage()));
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void state(ConnectionState state) {
        if (state instanceof ConnectionState.Failed failed) {
            add(Happening.connection(
                    "lost", "connection lost: " + failed.cause().getMessage()));
            lost = true;
        }
    }

    @Override
    public void violation(Violation violation) {
        add(Happening.violation(
                violation.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + violation.detail()));
    }

    @Override
    public void stderr(String line) {
        add(Happening.stderr(line));
    }

    @Override
    public void log(LogEntry entry) {
        if (entry.level().compareTo(level) >= 0) {
            add(Happening.of(entry));
        }
    }

    private void add(Happening happening) {
        long weight = happening.weight();
        long before = bytes.getAndAdd(weight);
        if (!ROOM.fits(weight, waiting.size(), before) || !waiting.offer(new Waiting(happening, weight))) {
            bytes.addAndGet(-weight);
            dropped.incrementAndGet();
        }
    }
}
