package dev.fairlead.client;

import dev.fairlead.client.peer.Listening;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of changes at a server. It listens again by itself when the server drops it, and says in the end how it
 * ended. For one reading thread; closing is allowed from any.
 */
public final class Subscription implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration SLICE = Duration.ofMillis(50);
    private static final int MAX_DOUBLINGS = 6;
    private static final int MAX_ATTEMPTS = 10;

    private final Function<Deadline, Listening> listen;
    private final Supplier<Boolean> usable;
    private final AtomicReference<@Nullable SubscriptionEnd> end = new AtomicReference<>();
    private volatile Listening listening;
    private int attempts; // since the last event
    private @Nullable Deadline pause; // before the next attempt; outlasts a reader's patience

    /**
     * Begins to listen.
     *
     * @param listen opens a stream, which must have happened by the deadline
     * @param usable tells whether there is a server to listen to
     */
    Subscription(Function<Deadline, Listening> listen, Supplier<Boolean> usable) {
        this.listen = listen;
        this.usable = usable;
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
            var event = listening.next(deadline);
            if (event.isPresent()) {
                attempts = 0;
                return event;
            }
            if (listening.end() instanceof SubscriptionEnd.Dropped && usable.get() && attempts < MAX_ATTEMPTS) {
                listenAgain(deadline);
            } else {
                end.compareAndSet(null, listening.end());
            }
        }
        return Optional.empty();
    }

    private void listenAgain(Deadline deadline) throws InterruptedException, TimeoutException {
        var until = pause == null ? Deadline.after(backoff()) : pause;
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
            drop(slow);
            return;
        } catch (McpException refused) {
            drop(refused);
            return;
        }
        attempts++;
        if (end.get() != null) {
            listening.close(); // Closed by another thread while we were at it.
        }
    }

    private void drop(McpException why) {
        end.compareAndSet(null, new SubscriptionEnd.Dropped(String.valueOf(why.getMessage())));
    }

    private static InterruptedException interrupted(CallCancelledException stopped) {
        var interruption = new InterruptedException("interrupted while listening again");
        interruption.initCause(stopped);
        return interruption;
    }

    private Duration backoff() {
        var base = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
        return base.plusMillis(ThreadLocalRandom.current().nextLong(base.toMillis() / 2));
    }
}
