package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Takes messages from a client to a server and back, and changes none. */
final class Relay {
    private static final Duration SENDING = Duration.ofSeconds(30);
    private static final Duration LAST_ANSWERS = Duration.ofMillis(1500);

    private final Transport transport;
    private final Duplex client;
    private final Visit visit;
    private final ReentrantLock writing = new ReentrantLock();
    private final Map<JsonNode, RequestId> tokens = new ConcurrentHashMap<>();
    private final Map<RequestId, Exchange> open = new ConcurrentHashMap<>();
    private final Phaser answers = new Phaser(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable RuntimeException> trouble = new AtomicReference<>();

    Relay(Transport transport, Duplex client, Visit visit) {
        this.transport = transport;
        this.client = client;
        this.visit = visit;
    }

    /** Does so until one of them leaves. */
    void run() {
        try (var wire = transport.open(this::exchangeOf, new Deaf())) {
            Thread.ofVirtual().name("fairlead-relay-unasked").start(() -> hear(wire));
            // Nothing can interrupt whoever reads standard input.
            Thread.ofPlatform().daemon().name("fairlead-relay-client").start(() -> listen(wire));
            over.await();
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

    private void hear(Wire wire) {
        try {
            for (var one = wire.unsolicited().next(Deadline.never());
                    one.isPresent();
                    one = wire.unsolicited().next(Deadline.never())) {
                send(one.get());
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

    private void listen(Wire wire) {
        try {
            var headers = new SessionHeaders(wire);
            for (var one = client.read(); one.isPresent(); one = client.read()) {
                pass(wire, headers, one.get());
            }
            answers.awaitAdvanceInterruptibly(answers.arrive(), LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS);
            end(null);
        } catch (RuntimeException broken) {
            end(broken); // Whoever waits for the end would wait forever.
        } catch (IOException | InterruptedException | TimeoutException gone) {
            end(null);
        }
    }

    private void pass(Wire wire, SessionHeaders headers, Message message) throws IOException, InterruptedException {
        try {
            passInTime(wire, headers, message);
        } catch (TimeoutException stuck) {
            var timeout = new CallTimeoutException(
                    attempted(message),
                    transport.server(),
                    "it did not take the message",
                    SENDING,
                    null,
                    !(message instanceof Request));
            timeout.initCause(stuck);
            throw timeout;
        }
    }

    private static String attempted(Message message) {
        return switch (message) {
            case Request request -> request.method();
            case Notification news -> news.method();
            case Response response -> "an answer of the client";
            case Message.Malformed bad -> "a message of the client";
        };
    }

    private void passInTime(Wire wire, SessionHeaders headers, Message message)
            throws IOException, InterruptedException, TimeoutException {
        switch (message) {
            case Request request -> ask(wire, headers, request);
            case Notification news -> {
                var cancelled = cancelled(news);
                wire.deliver(news, Deadline.after(SENDING));
                if (cancelled != null && !wire.multiplexed()) {
                    cancelled.abandon();
                }
                headers.told(news);
            }
            case Response response -> wire.deliver(response, Deadline.after(SENDING));
            case Message.Malformed bad ->
                send(new Response.Failure(bad.id(), RpcError.of(ErrorCode.PARSE_ERROR, bad.problem())));
        }
    }

    private @Nullable Exchange cancelled(Notification news) {
        if (!news.method().equals("notifications/cancelled") || news.params() == null) {
            return null;
        }
        return idIn(news.params().path("requestId")).map(open::get).orElse(null);
    }

    private void ask(Wire wire, SessionHeaders headers, Request request) throws InterruptedException, TimeoutException {
        var token =
                request.params() == null ? null : request.params().path("_meta").get(MetaKey.PROGRESS_TOKEN);
        if (token != null) {
            tokens.put(token, request.id());
        }
        var exchange = begun(wire, headers, request);
        open.put(request.id(), exchange);
        answers.register();
        Thread.ofVirtual().name("fairlead-relay-" + request.id()).start(() -> {
            try {
                answer(exchange, headers, request);
            } finally {
                // The client may have used them again by now.
                open.remove(request.id(), exchange);
                if (token != null) {
                    tokens.remove(token, request.id());
                }
                answers.arriveAndDeregister();
            }
        });
    }

    private static Exchange begun(Wire wire, SessionHeaders headers, Request request)
            throws InterruptedException, TimeoutException {
        try {
            return wire.exchange(request, headers.of(request), Deadline.after(SENDING));
        } catch (IllegalStateException reused) {
            throw new UsageException(
                    "the client sent %s, but cannot have an answer to it: %s"
                            .formatted(request.method(), reused.getMessage()),
                    reused);
        }
    }

    private void answer(Exchange exchange, SessionHeaders headers, Request request) {
        try (exchange) {
            for (var one = exchange.next(Deadline.never()); one.isPresent(); one = exchange.next(Deadline.never())) {
                if (one.get() instanceof Response.Result result) {
                    headers.answered(request, result.result(), exchange.headers());
                }
                send(one.get());
                if (one.get() instanceof Response) {
                    return;
                }
            }
        } catch (ClientClosedException left) {
            return; // We did.
        } catch (McpException failed) {
            refuse(request, failed);
        } catch (RuntimeException broken) {
            end(broken);
        } catch (InterruptedException | TimeoutException | IOException gone) {
            end(null);
        }
    }

    private void refuse(Request request, McpException failed) {
        try {
            send(new Response.Failure(
                    request.id(), RpcError.of(ErrorCode.INTERNAL_ERROR, String.valueOf(failed.getMessage()))));
        } catch (IOException gone) {
            end(null);
        }
    }

    private void send(Message message) throws IOException {
        writing.lock();
        try {
            client.write(MessageCodec.encode(message), false);
        } finally {
            writing.unlock();
        }
    }

    private Optional<RequestId> exchangeOf(Notification news) {
        var params = news.params();
        if (params == null) {
            return Optional.empty();
        }
        var token = params.get(MetaKey.PROGRESS_TOKEN);
        return token != null
                ? Optional.ofNullable(tokens.get(token))
                : idIn(params.path("_meta").path(MetaKey.SUBSCRIPTION_ID));
    }

    private static Optional<RequestId> idIn(JsonNode node) {
        if (node.isString()) {
            return Optional.of(RequestId.of(node.stringValue()));
        }
        return node.isIntegralNumber() && node.canConvertToLong()
                ? Optional.of(RequestId.of(node.longValue()))
                : Optional.empty();
    }

    private final class Deaf implements WireListener {
        @Override
        public void tolerated(Violation violation) {
            if (visit.verbose()) {
                visit.warn("tolerated: " + violation.detail());
            }
        }

        @Override
        public void stderr(String line) {
            visit.warn("stderr: " + line);
        }
    }
}
