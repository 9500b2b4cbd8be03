package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** One stream of messages from the server, from its opening to its end. For one reading thread. */
public interface Exchange extends AutoCloseable {

    /**
     * Waits for the next message; empty once the stream has ended in good order.
     *
     * @throws dev.fairlead.protocol.error.McpException if the line broke
     */
    Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException;

    /** Returns what came beside the first message, once that is there; nothing on a line without headers. */
    default Headers headers() {
        return Headers.NONE;
    }

    /** Returns how long ago the server last showed that it is still at it, by other means than a message. */
    default Duration silence() {
        return ChronoUnit.FOREVER.getDuration();
    }

    /** Gives the stream up. Returns whether the server may have seen the request by now. */
    boolean abandon();

    /** Gives the stream up, if it has not ended. */
    @Override
    default void close() {
        abandon();
    }
}
