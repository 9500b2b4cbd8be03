package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Deadline;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** One open stream of change notifications. For one reading thread. */
public interface Listening extends AutoCloseable {

    /** Waits for the next event; empty once the stream has ended. */
    Optional<ServerEvent> next(Deadline deadline) throws InterruptedException, TimeoutException;

    /** Returns how the stream ended; asked only after it has. */
    SubscriptionEnd end();

    /** Returns how a stream ended whose line is no more. */
    static SubscriptionEnd endOf(McpException line) {
        return line instanceof ClientClosedException
                ? new SubscriptionEnd.Cancelled()
                : new SubscriptionEnd.Dropped(String.valueOf(line.getMessage()));
    }

    /** Stops listening. */
    @Override
    void close();
}
