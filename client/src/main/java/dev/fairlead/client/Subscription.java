package dev.fairlead.client;

import dev.fairlead.client.peer.Listening;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of changes at a server. It listens again by itself when the server drops it, and says in the end how it
 * ended. What changed while nobody listened is unknown, so that everything it is about is then told as changed. For one
 * reading thread; closing is allowed from any.
 */
public final class Subscription implements AutoCloseable {
    // What was open for so long was not opened in vain, even if nothing was to be told.
    private static final Duration LONG = Duration.ofSeconds(25);
    private static final Duration SLICE = Duration.ofMillis(50);
    private static final int MAX_ATTEMPTS = 10;

    private final SubscriptionFilter filter;
    private final Function<Deadline, Listening> listen;
    private final Supplier<Boolean> usable;
    private final Deque<ServerEvent> missed = new ArrayDeque<>(); // for the reading thread
    private final AtomicReference<@Nullable SubscriptionEnd> end = new AtomicReference<>();
    private volatile Listening listening;
    private final Backoff backoff;
    private long opened = System.nanoTime();
    private boolean fresh = true; // whether the end of what was opened then has not been seen yet
    private @Nullable Deadline pause; // before the next attempt; outlasts a reader's patience

    /**
     * Begins to listen.
     *
     * @param filter what it is about
     * @param listen opens a stream, which must have happened by the deadline
     * @param usable tells whether there is a server to listen to
     */
    Subscription(SubscriptionFilter filter, Function<Deadline, Listening> listen, Supplier<Boolean> usable) {
        this(filter, listen, usable, new Backoff(Backoff.LONGEST));
    }

    Subscription(
            SubscriptionFilter filter,
            Function<Deadline, Listening> listen,
            Supplier<Boolean> usable,
            Backoff backoff) {
        this.filter = filter;
        this.listen = listen;
        this.usable = usable;
        this.backoff = backoff;
        this.listening = listen.apply(Deadline.never());
    }

    /** Waits for the next event; empty once there will be none. */
    public Optional<ServerEvent> next() throws InterruptedException {
        try {
            return next(Deadline.never());
        } catch (TimeoutException impossible) {
            throw new AssertionError("never has come", impossible);
        }
    }

    /**
     * Waits for the next event; empty once there will be none.
     *
     * @throws TimeoutException if none came in time; the subscription goes on
     */
    public Optional<ServerEvent> next(Duration patience) throws InterruptedException, TimeoutException {
        return next(Deadline.after(patience));
    }

    /** Returns how the stream ended, once it has. */
    public Optional<SubscriptionEnd> end() {
        return Optional.ofNullable(end.get());
    }

    /** Stops listening. */
    @Override
    public void close() {
        if (end.compareAndSet(null, new SubscriptionEnd.Cancelled())) {
            listening.close();
        }
    }

    private Optional<ServerEvent> next(Deadline deadline) throws InterruptedException, TimeoutException {
        while (end.get() == null) {
            if (!missed.isEmpty()) {
                return Optional.of(missed.removeFirst());
            }
            var event = listening.next(deadline);
            if (event.isPresent()) {
                backoff.reset();
                return event;
            }
            if (fresh && System.nanoTime() - opened > LONG.toNanos()) {
                backoff.reset();
            }
            fresh = false;
            listening.close(); // It has ended, but whoever keeps it open for us does not know that nobody listens.
            if (listening.end() instanceof SubscriptionEnd.Dropped && usable.get() && worthwhile()) {
                listenAgain(deadline);
            } else {
                end.compareAndSet(null, listening.end());
            }
        }
        return Optional.empty();
    }

    private void listenAgain(Deadline deadline) throws InterruptedException, TimeoutException {
        var until = pause == null ? Deadline.after(backoff.next()) : pause;
        pause = until;
        while (!until.passed()) {
            if (end.get() != null || !usable.get()) {
                return; // Closed, or broken: there is nothing to wait for any more.
            }
            if (deadline.passed()) {
                throw new TimeoutException();
            }
            Deadline.after(SLICE).orEarlier(until).orEarlier(deadline).await();
        }
        pause = null;
        try {
            listening = listen.apply(deadline);
        } catch (CallCancelledException stopped) {
            if (Thread.interrupted()) {
                throw interrupted(stopped);
            }
            drop(stopped);
            return;
        } catch (CallTimeoutException slow) {
            if (deadline.passed()) {
                throw new TimeoutException(); // The reader's patience ended, not the server's chance.
            }
            return;
        } catch (McpException refused) {
            // Whoever cannot be reached may come back; whoever answers with a refusal has made up its mind.
            if (!transientFailure(refused) || !worthwhile()) {
                drop(refused);
            }
            return;
        }
        opened = System.nanoTime();
        fresh = true;
        suspectAll();
        if (end.get() != null) {
            listening.close(); // Closed by another thread while we were at it.
        }
    }

    private void suspectAll() {
        missed.clear(); // What was not even read yet is told again.
        if (filter.tools()) {
            missed.add(new ServerEvent.ToolsChanged());
        }
        if (filter.prompts()) {
            missed.add(new ServerEvent.PromptsChanged());
        }
        if (filter.resources()) {
            missed.add(new ServerEvent.ResourcesChanged());
        }
        filter.resourceUris().forEach(uri -> missed.add(new ServerEvent.ResourceUpdated(uri)));
    }

    private static boolean transientFailure(McpException failure) {
        return failure instanceof UnavailableException
                || failure instanceof ConnectionLostException
                || (failure instanceof HttpStatusException status && status.status() >= 500);
    }

    private void drop(McpException why) {
        end.compareAndSet(null, new SubscriptionEnd.Dropped(String.valueOf(why.getMessage())));
    }

    private static InterruptedException interrupted(CallCancelledException stopped) {
        var interruption = new InterruptedException("interrupted while listening again");
        interruption.initCause(stopped);
        return interruption;
    }

    /** Tells whether to try once more, or whether too little has come of it too often. */
    private boolean worthwhile() {
        return backoff.failures() < MAX_ATTEMPTS;
    }
}
