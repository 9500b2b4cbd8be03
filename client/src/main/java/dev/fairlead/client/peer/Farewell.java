package dev.fairlead.client.peer;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What is said before a line is closed: cancellations of what is under way, and a polite request where it is wanted. */
final class Farewell {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Invocation SHUTDOWN = Invocation.of("shutdown", Json.object(), null);

    private Farewell() {}

    /**
     * Says it, within about a second.
     *
     * @param dress turns a call into a request, in the way of the era
     */
    static void say(Talk talk, Function<Invocation, Request> dress) {
        if (talk.announced()) {
            talk.ids().open().keySet().forEach(id -> Cancellation.post(talk.wire(), id, "the client is closing"));
        }
        if (talk.terms().politeShutdown()) {
            askToShutDown(talk.wire(), dress.apply(SHUTDOWN));
        }
    }

    private static void askToShutDown(Wire wire, Request shutdown) {
        var patience = Deadline.after(PATIENCE);
        try (var exchange = wire.exchange(shutdown, patience)) {
            Optional<?> ignored = exchange.next(patience);
        } catch (McpException | TimeoutException unwilling) {
            // Servers need not know this request; closing their input tells them the same.
            return;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
