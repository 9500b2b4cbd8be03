package dev.fairlead.client.peer;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One request on its way to one answer: waits within the limits, passes on the news, and gives up cleanly. */
final class Conversation {
    private final Wire wire;
    private final PeerTerms terms;
    private final RequestIds ids;
    private final Questions questions;
    private final Request request;
    private final String attempted;
    private final CallScope scope;

    private Duration patience;
    private Deadline quiet; // until when silence is suffered
    private double furthest = Double.NEGATIVE_INFINITY;
    private @Nullable Progress lastProgress;

    Conversation(
            Wire wire,
            PeerTerms terms,
            RequestIds ids,
            Questions questions,
            Request request,
            String attempted,
            CallScope scope) {
        this.wire = wire;
        this.terms = terms;
        this.ids = ids;
        this.questions = questions;
        this.request = request;
        this.attempted = attempted;
        this.scope = scope;
        this.patience = scope.limits().start();
        this.quiet = Deadline.after(patience);
    }

    /** Sends the request and waits for its result. */
    ObjectNode result() {
        ids.opened(request.id());
        try (var exchange = open()) {
            while (true) {
                var message = next(exchange);
                switch (message) {
                    case Notification news -> {
                        hear(news, exchange);
                        checkTime(exchange);
                    }
                    case Response.Result done -> {
                        if (done.result() instanceof ObjectNode result) {
                            return result;
                        }
                        throw violation("a result that is no object");
                    }
                    case Response.Failure failed ->
                        throw new ServerErrorException(attempted, terms.server(), failed.error());
                    case Message.Malformed bad -> throw violation("malformed response, " + bad.problem());
                    case Request stray -> throw violation("a request inside a response stream: " + stray.method());
                }
            }
        } finally {
            ids.closed(request.id());
        }
    }

    private Exchange open() {
        var patience = Deadline.after(scope.limits().start()).orEarlier(scope.total());
        try {
            return wire.exchange(request, patience);
        } catch (TimeoutException neverSent) {
            throw timedOut("it has stopped reading", false);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(attempted, terms.server(), false);
        }
    }

    private Message next(Exchange exchange) {
        while (true) {
            try {
                return exchange.next(quiet.orEarlier(scope.total()))
                        .orElseThrow(() -> violation("the stream ended without a response"));
            } catch (TimeoutException silent) {
                // A person answering the server's question is no silence of the server.
                var longer = questions.patience(patience);
                if (scope.total().passed() || longer.isEmpty()) {
                    throw giveUp(exchange, patience);
                }
                quiet = longer.get();
            } catch (InterruptedException stop) {
                boolean maybeExecuted = abandon(exchange, "the caller gave up");
                Thread.currentThread().interrupt();
                throw new CallCancelledException(attempted, terms.server(), maybeExecuted);
            }
        }
    }

    /** Holds the limits against a server that talks faster than it is listened to: there is always a next message. */
    private void checkTime(Exchange exchange) {
        boolean tooQuiet = quiet.passed() && questions.patience(patience).isEmpty();
        if (tooQuiet || scope.total().passed()) {
            throw giveUp(exchange, patience);
        }
    }

    private CallTimeoutException giveUp(Exchange exchange, Duration limit) {
        boolean maybeExecuted = abandon(exchange, "the time limit was reached");
        var why = scope.total().passed()
                ? "none within " + Durations.words(scope.limits().total())
                : "silent for " + Durations.words(limit);
        return timedOut(why, maybeExecuted);
    }

    /** Stops waiting, and tells the server so where it cannot notice by itself. */
    private boolean abandon(Exchange exchange, String reason) {
        boolean maybeSeen = exchange.abandon();
        if (maybeSeen && wire.multiplexed()) {
            Cancellation.post(wire, request.id(), reason);
        }
        return maybeSeen;
    }

    private CallTimeoutException timedOut(String why, boolean maybeExecuted) {
        return new CallTimeoutException(
                attempted,
                terms.server(),
                why,
                scope.elapsed(),
                lastProgress == null ? null : lastProgress.words(),
                maybeExecuted);
    }

    private void hear(Notification news, Exchange exchange) {
        boolean heardOut = false;
        try {
            hear(news);
            heardOut = true;
        } finally {
            if (!heardOut) {
                // A listener that throws ends the call, which the server must hear of.
                boolean ignored = abandon(exchange, "the caller gave up");
            }
        }
    }

    private void hear(Notification news) {
        try {
            switch (news.method()) {
                case "notifications/progress" -> progress(Progress.from(params(news)));
                case "notifications/message" -> {
                    signOfLife();
                    scope.listener().log(LogEntry.from(params(news)));
                }
                default -> terms.diary().badShape("%s in the stream of %s".formatted(news.method(), attempted));
            }
        } catch (BadShape unreadable) {
            terms.diary().badShape(unreadable.getMessage());
        }
    }

    private void signOfLife() {
        patience = scope.limits().idle();
        quiet = Deadline.after(patience);
    }

    private void progress(Progress progress) {
        if (progress.progress() <= furthest) {
            terms.diary().badShape("progress of %s does not grow".formatted(attempted));
            return;
        }
        signOfLife();
        furthest = progress.progress();
        lastProgress = progress;
        scope.listener().progress(progress);
    }

    private static ObjectNode params(Notification news) {
        return Optional.ofNullable(news.params()).orElseGet(Json::object);
    }

    private ProtocolViolationException violation(String what) {
        return new ProtocolViolationException("%s on server '%s': %s".formatted(attempted, terms.server(), what));
    }
}
