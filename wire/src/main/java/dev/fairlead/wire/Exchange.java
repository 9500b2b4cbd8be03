package dev.fairlead.wire;

import dev.fairlead.protocol.rpc.Message;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** One stream of messages from the server, from its opening to its end. For one reading thread. */
public interface Exchange extends AutoCloseable {

    /**
     * Waits for the next message; empty once the stream has ended in good order.
     *
     * @throws dev.fairlead.protocol.error.McpException if the line broke
     */
    Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException;

    /**
     * Waits as {@link #next(Deadline)} does, and longer where there is reason to.
     *
     * @param later asked once a deadline has passed, by any thread, until when to wait then; empty to wait no longer
     * @throws TimeoutException when nobody wants to wait any longer; nothing more can be read then
     */
    default Optional<Message> next(Deadline deadline, Supplier<Optional<Deadline>> later)
            throws InterruptedException, TimeoutException {
        var until = deadline;
        while (true) {
            try {
                return next(until);
            } catch (TimeoutException silent) {
                var longer = later.get();
                if (longer.isEmpty()) {
                    throw silent;
                }
                until = longer.get();
            }
        }
    }

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
