package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** The part of a legacy server's unasked news that one listener wants. */
final class LegacyListening implements Listening {
    static final Limits UNSUBSCRIBE = Limits.within(Duration.ofSeconds(5));

    private final EventQueue queue;
    private final Runnable leave;

    LegacyListening(EventQueue queue, Runnable leave) {
        this.queue = queue;
        this.leave = leave;
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
        if (queue.end(new SubscriptionEnd.Cancelled())) {
            leave.run();
        }
    }
}
