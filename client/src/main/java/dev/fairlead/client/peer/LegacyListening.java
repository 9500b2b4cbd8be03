package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The part of a legacy server's unasked news that one listener wants. */
final class LegacyListening implements Listening {
    static final Limits UNSUBSCRIBE = Limits.within(Duration.ofSeconds(5));

    private final EventQueue queue;
    private final Runnable leave;
    private final Executor unawaited;
    private final AtomicBoolean left = new AtomicBoolean();

    /**
     * Reads what was put into the queue.
     *
     * @param leave tells the server that nobody listens any more, which may take a while
     * @param unawaited does so while the reader goes on
     */
    LegacyListening(EventQueue queue, Runnable leave, Executor unawaited) {
        this.queue = queue;
        this.leave = leave;
        this.unawaited = unawaited;
    }

    @Override
    public Optional<ServerEvent> next(Deadline deadline) throws InterruptedException, TimeoutException {
        return queue.take(deadline);
    }

    @Override
    public SubscriptionEnd end() {
        return queue.end();
    }

    @Override
    public void close() {
        boolean ours = queue.end(new SubscriptionEnd.Cancelled());
        if (!left.compareAndSet(false, true)) {
            return;
        }
        if (ours) {
            leave.run();
        } else {
            unawaited.execute(leave); // It had ended by itself, and whoever finds that out has only so much patience.
        }
    }
}
