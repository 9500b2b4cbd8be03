package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One client, from its first message to its last. Reads in one thread and answers each request in another. */
final class Connection {
    /** What one request makes the server do. */
    @FunctionalInterface
    interface Work {
        /** Returns the result; throws {@link Refusal} for an error. */
        JsonNode run(CountDownLatch cancelled) throws Exception;
    }

    private record Running(Thread thread, CountDownLatch cancelled) {}

    // What is sent while a request is being worked on belongs to it, which matters where lines have streams.
    private static final ThreadLocal<@Nullable RequestId> CAUSE = new ThreadLocal<>();

    private final FakeServer server;
    private final Duplex duplex;
    private final ReentrantLock writing = new ReentrantLock();
    private final Map<RequestId, Running> running = new ConcurrentHashMap<>();
    private final Map<RequestId, CompletableFuture<Response>> questions = new ConcurrentHashMap<>();
    private final Set<RequestId> seen = ConcurrentHashMap.newKeySet();
    private final AtomicLong asked = new AtomicLong();
    private final LegacySession legacy;
    private final ModernSession modern;

    Connection(FakeServer server, Duplex duplex) {
        this.server = server;
        this.duplex = duplex;
        this.legacy = new LegacySession(server, this);
        this.modern = new ModernSession(server, this);
    }

    /** Serves until the client goes away. */
    void run() {
        try {
            for (var next = duplex.read(); next.isPresent(); next = duplex.read()) {
                server.record(next.get());
                receive(next.get());
            }
        } catch (IOException | UncheckedIOException broken) {
            // A client that breaks off and one that closes are the same to a server.
            return;
        } finally {
            running.keySet().forEach(this::cancel);
            questions.values().forEach(answer -> answer.cancel(false));
        }
    }

    FakeServer server() {
        return server;
    }

    LegacySession legacy() {
        return legacy;
    }

    ModernSession modern() {
        return modern;
    }

    void close() {
        duplex.close();
    }

    void send(Message message) {
        writing.lock();
        try {
            if (duplex instanceof Carrier carrier) {
                carrier.carry(message, CAUSE.get());
            } else {
                duplex.write(MessageCodec.encode(message), false);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException("the client is gone", gone);
        } finally {
            writing.unlock();
        }
    }

    void tell(String method, @Nullable ObjectNode params) {
        send(new Notification(method, params));
    }

    void refuse(@Nullable RequestId id, RpcError error) {
        send(new Response.Failure(id, error));
    }

    /** Sends a request of the server's own; the answer completes what is returned. */
    Asked ask(InputRequest question, ObjectNode params) {
        var id = RequestId.of("server-" + asked.incrementAndGet());
        var answer = new CompletableFuture<Response>();
        questions.put(id, answer);
        send(new Request(id, question.method(), params));
        return new Asked(id, question.method(), answer);
    }

    /** An open question. */
    final class Asked {
        private final RequestId id;
        private final String method;
        private final CompletableFuture<Response> answer;

        private Asked(RequestId id, String method, CompletableFuture<Response> answer) {
            this.id = id;
            this.method = method;
            this.answer = answer;
        }

        /** Waits for the answer; takes the question back if it is interrupted. */
        ObjectNode result() throws InterruptedException {
            try {
                return switch (answer.get()) {
                    case Response.Result done when done.result() instanceof ObjectNode object -> object;
                    case Response.Result odd -> throw new IllegalStateException("not an object: " + odd.result());
                    case Response.Failure failure -> throw new QuestionRefused(method, failure.error());
                };
            } catch (java.util.concurrent.ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            } catch (InterruptedException stop) {
                var params = Json.object().put("reason", "the request it belongs to was cancelled");
                params.set("requestId", id.toJson());
                tell("notifications/cancelled", params);
                throw stop;
            } finally {
                questions.remove(id);
            }
        }
    }

    /** Does the work on a thread of its own and sends its outcome, unless the request is cancelled before. */
    void start(Request request, Work work) {
        var cancelled = new CountDownLatch(1);
        var thread = Thread.ofVirtual()
                .name("fake-" + server.name() + "-" + request.id())
                .unstarted(() -> answer(request, work, cancelled));
        running.put(request.id(), new Running(thread, cancelled));
        thread.start();
    }

    private void answer(Request request, Work work, CountDownLatch cancelled) {
        CAUSE.set(request.id());
        Response outcome;
        try {
            outcome = new Response.Result(request.id(), work.run(cancelled));
        } catch (Refusal refusal) {
            outcome = new Response.Failure(request.id(), refusal.error());
        } catch (UncheckedIOException gone) {
            return; // There is nobody left to tell.
        } catch (Exception failure) {
            outcome = new Response.Failure(request.id(), RpcError.of(ErrorCode.INTERNAL_ERROR, failure.toString()));
        }
        if (running.remove(request.id()) != null) {
            try {
                send(outcome);
            } catch (UncheckedIOException gone) {
                return; // Neither is here.
            }
        } else if (duplex instanceof Carrier carrier) {
            carrier.unanswered(request.id());
        }
    }

    /** Stops a request that is being worked on; it will not be answered. */
    void cancel(RequestId id) {
        var one = running.remove(id);
        if (one != null) {
            one.cancelled().countDown();
            one.thread().interrupt();
        }
    }

    private void receive(Message message) {
        switch (message) {
            case Request request -> receive(request);
            case Notification notification -> receive(notification);
            case Response response -> receive(response);
            case Message.Malformed bad -> {
                server.complain("a malformed message: " + bad.problem() + ": " + bad.excerpt());
                refuse(bad.id(), RpcError.of(ErrorCode.PARSE_ERROR, bad.problem()));
            }
        }
    }

    private void receive(Request request) {
        if (!seen.add(request.id())) {
            server.complain("the id " + request.id() + " was used twice");
            refuse(request.id(), RpcError.of(ErrorCode.INVALID_REQUEST, "the id was used before"));
            return;
        }
        boolean handshake = request.method().equals("initialize");
        if (legacy.begun()
                || (handshake && server.offer().speaks(Era.LEGACY))
                || !server.offer().speaks(Era.MODERN)) {
            legacy.request(request);
        } else {
            modern.request(request);
        }
    }

    private void receive(Notification notification) {
        switch (notification.method()) {
            case "notifications/cancelled" -> cancelledBy(notification);
            case "notifications/initialized" -> legacy.initialized();
            case "notifications/roots/list_changed" -> legacy.expect("roots/list_changed");
            default -> server.complain("an unknown notification: " + notification.method());
        }
    }

    private void cancelledBy(Notification notification) {
        var id = notification.params() == null ? null : notification.params().get("requestId");
        if (id != null && id.isString()) {
            cancel(RequestId.of(id.stringValue()));
        } else if (id != null && id.isIntegralNumber()) {
            cancel(RequestId.of(id.longValue()));
        } else {
            server.complain("a cancellation without a request id");
        }
    }

    private void receive(Response response) {
        var id = response.id();
        var waiting = id == null ? null : questions.get(id);
        if (waiting != null) {
            waiting.complete(response);
        } else if (!legacy.begun()) {
            server.complain("a response in the modern era: " + response);
        } else if (id == null || !id.toString().startsWith("\"server-")) {
            server.complain("a response to nothing: " + response);
        }
    }
}
