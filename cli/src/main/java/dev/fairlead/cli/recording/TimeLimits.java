package dev.fairlead.cli.recording;

import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How long a server may take.
 *
 * @param typed for an answer; null where it may take any time
 */
record TimeLimits(String server, @Nullable Duration typed) {
    private static final Duration SENDING = Duration.ofSeconds(30);
    private static final String LISTEN = "subscriptions/listen";

    /** Returns when it must have taken a message that is sent now. */
    static Deadline sending() {
        return Deadline.after(SENDING);
    }

    /** Returns when it must have answered a request that is sent now; a subscription takes as long as it is wanted. */
    Deadline answering(Request request) {
        return typed == null || isEndless(request) ? Deadline.never() : Deadline.after(typed);
    }

    /** Tells whether a request is answered only once nobody wants it any longer. */
    static boolean isEndless(Request request) {
        return request.method().equals(LISTEN);
    }

    /** Returns what is said of a request that took too long. */
    CallTimeoutException late(Request request, Deadline answering, TimeoutException cause) {
        if (typed == null || !answering.passed()) {
            return untaken(request, cause);
        }
        return because(
                new CallTimeoutException(request.method(), server, "--timeout is over", typed, null, true), cause);
    }

    /** Returns what is said of a request whose answer did not come in time after the client had said all. */
    CallTimeoutException lost(Request request, Duration waited) {
        return new CallTimeoutException(
                request.method(), server, "the client's input has ended since", waited, null, true);
    }

    /** Returns what is said of a message that the server does not take. */
    CallTimeoutException untaken(Message message, TimeoutException cause) {
        return because(
                new CallTimeoutException(
                        attempted(message),
                        server,
                        "it did not take the message",
                        SENDING,
                        null,
                        !(message instanceof Request)),
                cause);
    }

    private static CallTimeoutException because(CallTimeoutException timeout, TimeoutException cause) {
        timeout.addSuppressed(cause);
        return timeout;
    }

    private static String attempted(Message message) {
        return switch (message) {
            case Request request -> request.method();
            case Notification news -> news.method();
            case Response response -> "an answer of the client";
            case Message.Malformed bad -> "a message of the client";
        };
    }
}
