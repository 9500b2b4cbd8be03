package dev.fairlead.client.peer;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
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
import dev.fairlead.wire.Headers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One request on its way to one answer: waits within the limits, passes on the news, and gives up cleanly. */
final class Conversation {
    private final Talk talk;
    private final PeerTerms terms;
    private final Request request;
    private final Headers headers;
    private final Invocation invocation;
    private final long unreadableBefore;
    private final CallScope scope;

    // Not only the caller's: whoever watches over the limits prolongs them.
    private volatile Duration patience;
    private volatile Deadline quiet; // until when silence is suffered
    private double furthest = Double.NEGATIVE_INFINITY;
    private @Nullable Progress lastProgress;

    Conversation(Talk talk, Request request, Headers headers, Invocation invocation, CallScope scope) {
        this.talk = talk;
        this.terms = talk.terms();
        this.headers = scope.headers().with(headers);
        this.request = request;
        this.invocation = invocation;
        this.scope = scope;
        this.patience = scope.limits().start();
        this.quiet = Deadline.after(patience);
        this.unreadableBefore = terms.diary().unreadableLines();
    }

    /** Sends the request and waits for its result. */
    ObjectNode result() {
        talk.ids().opened(request.id(), invocation);
        try (var exchange = open()) {
            while (true) {
                var message = next(exchange);
                if (message instanceof Notification news) {
                    hear(news, exchange);
                    checkTime(exchange);
                } else if (message instanceof Request asked) {
                    talk.beside().accept(asked, invocation.words());
                } else {
                    return answer(message);
                }
            }
        } finally {
            talk.ids().closed(request.id());
        }
    }

    private ObjectNode answer(Message message) {
        if (message instanceof Response.Failure failed) {
            throw new ServerErrorException(invocation.words(), terms.server(), failed.error());
        }
        if (message instanceof Message.Malformed bad) {
            throw violation("malformed response, " + bad.problem());
        }
        if (((Response.Result) message).result() instanceof ObjectNode result) {
            return result;
        }
        throw violation("a result that is no object");
    }

    private Exchange open() {
        try {
            return talk.opener().open(request, headers, quiet.orEarlier(scope.total()));
        } catch (TimeoutException neverSent) {
            throw timedOut("it has stopped reading", false);
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(invocation.words(), terms.server(), false);
        }
    }

    private Message next(Exchange exchange) {
        try {
            return exchange.next(quiet.orEarlier(scope.total()), () -> later(exchange))
                    .orElseThrow(() -> violation("the stream ended without a response"));
        } catch (TimeoutException silent) {
            throw giveUp(exchange, patience);
        } catch (ConnectionLostException gone) {
            // A server that is told of our leaving may end the stream before we do.
            if (terms.closing().left()) {
                throw new ClientClosedException(invocation.words(), terms.server(), gone.maybeExecuted());
            }
            throw gone;
        } catch (InterruptedException stop) {
            boolean maybeExecuted = abandon(exchange, "the caller gave up");
            Thread.currentThread().interrupt();
            throw new CallCancelledException(invocation.words(), terms.server(), maybeExecuted);
        }
    }

    private Optional<Deadline> later(Exchange exchange) {
        return scope.total().passed() || !prolong(exchange)
                ? Optional.empty()
                : Optional.of(quiet.orEarlier(scope.total()));
    }

    /** Waits longer where there is reason to, and tells whether there is. */
    private boolean prolong(Exchange exchange) {
        var silence = exchange.silence();
        if (silence.compareTo(patience) < 0) {
            quiet = Deadline.after(patience.minus(silence)); // The line itself showed that the server is still there.
            return true;
        }
        // A person answering the server's question is no silence of the server.
        var longer = talk.questions().patience(patience);
        longer.ifPresent(until -> quiet = until);
        return longer.isPresent();
    }

    /** Holds the limits against a server that talks faster than it is listened to: there is always a next message. */
    private void checkTime(Exchange exchange) {
        boolean tooQuiet = quiet.passed() && !prolong(exchange);
        if (tooQuiet || scope.total().passed()) {
            throw giveUp(exchange, patience);
        }
    }

    private CallTimeoutException giveUp(Exchange exchange, Duration limit) {
        boolean maybeExecuted = abandon(exchange, "the time limit was reached");
        var why = scope.total().passed()
                ? "none within " + Durations.words(scope.limits().total())
                : "silent for " + Durations.words(limit);
        return timedOut(why + unreadable(), maybeExecuted);
    }

    /** Tells of lines that nobody could read since the call began: one of them may have been the answer. */
    private String unreadable() {
        long lines = terms.diary().unreadableLines() - unreadableBefore;
        return lines == 0
                ? ""
                : lines == 1
                        ? ", and 1 line that it wrote was no message"
                        : ", and %s lines that it wrote were no messages".formatted(lines);
    }

    /** Stops waiting, and tells the server so where it cannot notice by itself. */
    private boolean abandon(Exchange exchange, String reason) {
        boolean maybeSeen = exchange.abandon();
        if (maybeSeen && talk.announced()) {
            Cancellation.post(talk.wire(), request.id(), reason);
        }
        return maybeSeen;
    }

    private CallTimeoutException timedOut(String why, boolean maybeExecuted) {
        return new CallTimeoutException(
                invocation.words(),
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
                    log(LogEntry.from(params(news)));
                }
                default -> talk.beside().accept(news, invocation.words());
            }
        } catch (BadShape unreadable) {
            terms.diary().badShape(unreadable.getMessage());
        }
    }

    /** Tells whoever wants to hear of the call; if nobody does, whoever wants to hear of the server. */
    private void log(LogEntry entry) {
        if (scope.listener().equals(CallListener.NONE)) {
            terms.diary().log(entry);
        } else {
            scope.listener().log(entry);
        }
    }

    private void signOfLife() {
        patience = scope.limits().idle();
        quiet = Deadline.after(patience);
    }

    private void progress(Progress progress) {
        if (progress.progress() <= furthest) {
            terms.diary().badShape("progress of %s does not grow".formatted(invocation.words()));
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
        return new ProtocolViolationException(
                "%s on server '%s': %s".formatted(invocation.words(), terms.server(), what));
    }
}
