package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.Discretion;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.Forwarding;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Takes messages from a client to a server and back, and changes nothing of what they say. */
final class GoBetween {
    // Whoever does not want to wait for them ends this process.
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(10);

    private final Transport transport;
    private final ClientLine client;
    private final Visit visit;
    private final Discretion discretion;
    private final PinnedVersion pinned;
    private final TimeLimits limits;
    private final PassedHeaders headers = new PassedHeaders();
    private final ProgressTokens tokens = new ProgressTokens();
    private final Map<RequestId, Exchange> open = new ConcurrentHashMap<>();
    private final Unanswered unanswered = new Unanswered();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable RuntimeException> trouble = new AtomicReference<>();
    private @Nullable CompletableFuture<Void> handshake; // by the thread that passes the client's messages on

    GoBetween(Transport transport, Duplex client, Visit visit, Discretion discretion) {
        this.transport = transport;
        this.client = new ClientLine(client);
        this.visit = visit;
        this.discretion = discretion;
        this.pinned = new PinnedVersion(visit.protocol());
        this.limits = new TimeLimits(transport.server(), visit.timeout());
    }

    /** Does so until one of them leaves. */
    void run() {
        try (var line = new ServerLine(transport, tokens, new Deaf(), this::attend)) {
            client.start();
            var passing = Thread.ofVirtual().name("fairlead-relay-passing").start(() -> listen(line));
            try {
                over.await();
            } finally {
                passing.interrupt();
            }
            var failure = trouble.get();
            if (failure != null) {
                throw failure;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("recording", transport.server(), false);
        }
    }

    private void end(@Nullable RuntimeException why) {
        trouble.compareAndSet(null, why);
        over.countDown();
    }

    private void attend(Wire wire) {
        Thread.ofVirtual().name("fairlead-relay-unasked").start(() -> hear(wire));
    }

    private void hear(Wire wire) {
        try {
            for (var one = wire.unsolicited().next(Deadline.never());
                    one.isPresent();
                    one = wire.unsolicited().next(Deadline.never())) {
                client.send(one.get());
            }
        } catch (ClientClosedException left) {
            return; // We did.
        } catch (McpException broken) {
            if (wire.multiplexed()) {
                end(broken);
            }
        } catch (RuntimeException broken) {
            end(broken);
        } catch (InterruptedException | TimeoutException | IOException gone) {
            end(null);
        }
    }

    private void listen(ServerLine line) {
        var patience = LAST_ANSWERS;
        try {
            for (var one = client.next(); one.isPresent(); one = client.next()) {
                if (handshake != null && !client.await(handshake, LAST_ANSWERS)) {
                    patience = Duration.ZERO; // Only with its answer it is known where the others go.
                    break;
                }
                handshake = null;
                pass(line, one.get());
            }
            end(unanswered.rest(patience).map(this::lost).orElse(null));
        } catch (RuntimeException broken) {
            end(broken); // Whoever waits for the end would wait forever.
        } catch (IOException | InterruptedException gone) {
            end(null);
        }
    }

    private RuntimeException lost(Request request) {
        return limits.lost(request, LAST_ANSWERS);
    }

    private void pass(ServerLine line, Message message) throws IOException, InterruptedException {
        try {
            switch (message) {
                case Request request -> ask(line, request);
                case Notification news -> tell(line.wire(), news);
                case Response response -> deliver(line.wire(), response);
                case Message.Malformed bad
                when bad.id() != null && !bad.asks() ->
                    deliver(line.wire(), new Response.Failure(bad.id(), malformed("the client's answer", bad)));
                case Message.Malformed bad ->
                    client.send(new Response.Failure(bad.id(), RpcError.of(ErrorCode.PARSE_ERROR, bad.problem())));
            }
        } catch (TimeoutException stuck) {
            throw limits.untaken(message, stuck);
        }
    }

    private static RpcError malformed(String what, Message.Malformed bad) {
        return RpcError.of(ErrorCode.INTERNAL_ERROR, "%s is malformed: %s".formatted(what, bad.problem()));
    }

    private void tell(Wire wire, Notification news) throws InterruptedException {
        var id = cancelled(news);
        var cancelled = id == null ? null : open.get(id);
        deliver(wire, news);
        if (id != null) {
            unanswered.withdrawn(id);
        }
        if (cancelled != null && !wire.multiplexed()) {
            cancelled.abandon();
        }
        PassedHeaders.told(wire, news);
    }

    /** Sends what has no answer: where each message goes by itself, one that the server refuses is no end of the others. */
    private void deliver(Wire wire, Message message) throws InterruptedException {
        try {
            deliverInTime(wire, message);
        } catch (ClientClosedException left) {
            throw left;
        } catch (McpException refused) {
            if (wire.multiplexed()) {
                throw refused;
            }
            visit.warn(discretion.text(String.valueOf(refused.getMessage())));
        }
    }

    private void deliverInTime(Wire wire, Message message) throws InterruptedException {
        try {
            wire.deliver(message, TimeLimits.sending());
        } catch (TimeoutException stuck) {
            throw limits.untaken(message, stuck);
        }
    }

    private static @Nullable RequestId cancelled(Notification news) {
        if (!news.method().equals("notifications/cancelled") || news.params() == null) {
            return null;
        }
        return ProgressTokens.idIn(news.params().path("requestId")).orElse(null);
    }

    private void ask(ServerLine line, Request request) throws IOException, InterruptedException, TimeoutException {
        var objection = pinned.objection(request);
        if (objection.isPresent()) {
            client.send(objection.get());
            return;
        }
        tokens.begins(request);
        var wire = line.wire();
        boolean opens = request.method().equals(PassedHeaders.INITIALIZE)
                && (!wire.multiplexed() || line.ways().size() > 1);
        // Sent in the order of the client; what follows a handshake of which nobody knows yet where it leads has to
        // wait.
        var exchange = opens ? null : begun(wire, request);
        unanswered.begins(request);
        var done = new CompletableFuture<Void>();
        handshake = opens ? done : null;
        Thread.ofVirtual().name("fairlead-relay-" + request.id()).start(() -> {
            try {
                if (opens) {
                    open(line, request);
                } else if (exchange != null) {
                    answer(wire, exchange, request);
                }
            } finally {
                tokens.ends(request);
                unanswered.ends(request);
                done.complete(null);
            }
        });
    }

    /** Sends a request; null where the client has its answer by that. */
    private @Nullable Exchange begun(Wire wire, Request request)
            throws IOException, InterruptedException, TimeoutException {
        try {
            var exchange = wire.exchange(request, headers.of(wire, request), TimeLimits.sending());
            open.put(request.id(), exchange);
            return exchange;
        } catch (IllegalArgumentException unfit) {
            client.send(new Response.Failure(
                    request.id(), RpcError.of(ErrorCode.INVALID_PARAMS, String.valueOf(unfit.getMessage()))));
            return null;
        } catch (IllegalStateException reused) {
            throw new UsageException(
                    "the client sent %s, but cannot have an answer to it: %s"
                            .formatted(request.method(), reused.getMessage()),
                    reused);
        }
    }

    /** Opens a session over the first of the ways that lead to one, as our own client would. */
    private void open(ServerLine line, Request request) {
        within(request, deadline -> {
            Message refused = null;
            McpException failed = null;
            for (var way : line.ways()) {
                line.take(way);
                try (var exchange = line.wire().exchange(request, deadline.orEarlier(TimeLimits.sending()))) {
                    var answer = answer(line.wire(), exchange, request, deadline);
                    if (!(answer instanceof Response.Failure failure)) {
                        return;
                    }
                    refused = refused == null ? failure : refused;
                    failed = new ServerErrorException(request.method(), transport.server(), failure.error());
                } catch (ClientClosedException left) {
                    throw left;
                } catch (McpException broken) {
                    refused = refused == null ? failure(request, broken) : refused;
                    failed = broken;
                }
                if (!Forwarding.anotherWay(failed)) {
                    break;
                }
            }
            if (refused != null) {
                client.send(refused);
            }
        });
    }

    private void answer(Wire wire, Exchange first, Request request) {
        within(request, deadline -> {
            var exchange = first;
            try {
                var answer = answer(wire, exchange, request, deadline);
                if (answer instanceof Response.Failure refused && headers.learnt(wire, request, refused, deadline)) {
                    exchange.close();
                    exchange = begun(wire, request);
                    answer = exchange == null ? null : answer(wire, exchange, request, deadline);
                }
                if (answer instanceof Response.Failure) {
                    client.send(answer);
                }
            } finally {
                if (exchange != null) {
                    exchange.close();
                    open.remove(request.id(), exchange); // The client may have used it again by now.
                }
                open.remove(request.id(), first);
            }
        });
    }

    /** Passes on what a server has to say about a request; returns the last of it, which is not passed on if it is an error. */
    private @Nullable Message answer(Wire wire, Exchange exchange, Request request, Deadline deadline)
            throws IOException, InterruptedException, TimeoutException {
        try {
            for (var one = exchange.next(deadline); one.isPresent(); one = exchange.next(deadline)) {
                var message = one.get();
                if (message instanceof Response.Failure) {
                    return message;
                }
                if (message instanceof Message.Malformed bad) {
                    // Nobody can send it on, and whoever asked would wait for ever.
                    throw new ProtocolViolationException("the answer of server '%s' to %s is malformed: %s"
                            .formatted(transport.server(), request.method(), bad.problem()));
                }
                if (message instanceof Response.Result result) {
                    headers.answered(wire, request, result.result(), exchange.headers());
                    message = pinned.objection(request, result).orElse(result);
                }
                client.send(message);
                if (message instanceof Response) {
                    return one.get();
                }
            }
            return null;
        } catch (TimeoutException silent) {
            if (headers.outlastsHangingUp(wire) && !request.method().equals(PassedHeaders.INITIALIZE)) {
                var params = Json.object().put("reason", "timed out");
                params.set("requestId", request.id().toJson());
                wire.post(new Notification("notifications/cancelled", params));
            }
            throw silent;
        }
    }

    /** Something that may fail in all the ways in which lines do. */
    private interface Errand {
        void run(Deadline deadline) throws IOException, InterruptedException, TimeoutException;
    }

    private void within(Request request, Errand errand) {
        var deadline = limits.answering(request);
        try {
            errand.run(deadline);
        } catch (ClientClosedException left) {
            return; // We did.
        } catch (McpException failed) {
            refuse(request, failed);
        } catch (RuntimeException broken) {
            end(broken);
        } catch (TimeoutException late) {
            refuse(request, limits.late(request, deadline, late));
        } catch (InterruptedException | IOException gone) {
            end(null);
        }
    }

    private void refuse(Request request, McpException failed) {
        try {
            client.send(failure(request, failed));
        } catch (IOException gone) {
            end(null);
        }
    }

    private static Response.Failure failure(Request request, McpException failed) {
        return new Response.Failure(
                request.id(), RpcError.of(ErrorCode.INTERNAL_ERROR, String.valueOf(failed.getMessage())));
    }

    private final class Deaf implements WireListener {
        @Override
        public void tolerated(Violation violation) {
            if (visit.verbose()) {
                visit.warn(discretion.text("tolerated: " + violation.detail()));
            }
        }

        @Override
        public void stderr(String line) {
            visit.warn(discretion.text("stderr: " + line));
        }
    }
}
