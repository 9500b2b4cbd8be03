package dev.fairlead.host.recording;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One connection to a server that is replayed. */
final class ReplaySession {
    private final ReplayScript script;
    private final ReplayServer.Outlet outlet;
    private final Turns turns;
    private final boolean real;
    private final AtomicLong questions = new AtomicLong();
    private final Map<RequestId, CountDownLatch> unanswered = new ConcurrentHashMap<>();
    private final Set<RequestId> cancelled = ConcurrentHashMap.newKeySet();

    /** Counts how often each was asked. Thread-safe. */
    static final class Turns {
        private final IdentityHashMap<ReplayScript.Question, AtomicInteger> asked =
                new IdentityHashMap<>(); // guarded by lock
        private final ReentrantLock lock = new ReentrantLock();

        int next(ReplayScript.Question question) {
            lock.lock();
            try {
                return asked.computeIfAbsent(question, any -> new AtomicInteger())
                        .incrementAndGet();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Begins a connection.
     *
     * @param real whether things take as long as they did
     */
    ReplaySession(ReplayScript script, ReplayServer.Outlet outlet, Turns turns, boolean real) {
        this.script = script;
        this.outlet = outlet;
        this.turns = turns;
        this.real = real;
    }

    /** Serves a client until it goes away. */
    static void run(ReplayScript script, Duplex duplex, boolean real) {
        var writing = new ReentrantLock();
        var session = new ReplaySession(
                script,
                (message, cause) -> {
                    writing.lock();
                    try {
                        duplex.write(MessageCodec.encode(message), false);
                    } finally {
                        writing.unlock();
                    }
                },
                new Turns(),
                real);
        try {
            for (var message = duplex.read(); message.isPresent(); message = duplex.read()) {
                session.receive(message.get());
            }
        } catch (IOException gone) {
            return; // The client has left, which is how every session ends.
        } finally {
            session.end();
        }
    }

    /** Lets go of all who wait for the client. */
    void end() {
        unanswered.values().forEach(CountDownLatch::countDown);
    }

    /** Takes what the client says. */
    void receive(Message message) throws IOException {
        switch (message) {
            case Request request -> answer(request);
            case Response response -> {
                var waiting = response.id() == null ? null : unanswered.remove(response.id());
                if (waiting != null) {
                    waiting.countDown();
                }
            }
            case Notification news -> {
                if (news.method().equals("notifications/cancelled") && news.params() != null) {
                    var id = news.params().path("requestId");
                    cancelled.add(id.isString() ? RequestId.of(id.stringValue()) : RequestId.of(id.asLong(0)));
                }
            }
            case Message.Malformed bad ->
                outlet.send(
                        new Response.Failure(bad.id(), RpcError.of(ErrorCode.PARSE_ERROR, bad.problem())), bad.id());
        }
    }

    private void answer(Request request) throws IOException {
        var question = script.find(request.method(), request.params());
        if (question.isEmpty()) {
            outlet.send(new Response.Failure(request.id(), unknown(request)), request.id());
            return;
        }
        int time = turns.next(question.get());
        var takes = question.get().takes();
        var take = takes.get(Math.min(time, takes.size()) - 1);
        Thread.ofVirtual().name("fairlead-replay-" + request.id()).start(() -> play(request, take));
    }

    private RpcError unknown(Request request) {
        if (!script.knows(request.method())) {
            return RpcError.of(
                    ErrorCode.METHOD_NOT_FOUND,
                    "the recording of '%s' has no %s, only %s"
                            .formatted(
                                    script.server(),
                                    Excerpt.of(request.method()),
                                    Excerpt.of(String.join(", ", script.methods()))));
        }
        var params = request.params() == null ? Json.object() : request.params().deepCopy();
        params.remove("_meta");
        return RpcError.of(
                ErrorCode.INVALID_PARAMS,
                "the recording of '%s' has no %s with these parameters: %s"
                        .formatted(script.server(), request.method(), Excerpt.of(Json.write(params))));
    }

    private RpcError missing(Request request) {
        return RpcError.of(
                ErrorCode.INTERNAL_ERROR,
                "the recording of '%s' has this %s, but no answer to it: there was none when it ended, or the client left"
                        .formatted(script.server(), request.method()));
    }

    private void play(Request request, List<ReplayScript.Timed> take) {
        var ids = new HashMap<JsonNode, JsonNode>(); // of questions: as recorded, and as asked now
        try {
            long started = System.nanoTime();
            for (var one : take) {
                if (real) {
                    Deadline.after(one.after().minusNanos(System.nanoTime() - started))
                            .await();
                }
                if (cancelled.contains(request.id())) {
                    return;
                }
                play(request, one.step(), ids);
            }
        } catch (IOException gone) {
            return; // The client has left, and whom would it be told?
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(Request request, ReplayScript.Step step, Map<JsonNode, JsonNode> ids)
            throws IOException, InterruptedException {
        switch (step) {
            case ReplayScript.Step.Tell(Notification news) -> {
                var told = about(request, news);
                if (told != null) {
                    outlet.send(told, request.id());
                }
            }
            case ReplayScript.Step.Remark(Notification news) -> outlet.send(remark(news, ids), null);
            case ReplayScript.Step.Ask(Request question, boolean answered) ->
                ask(request.id(), question, answered, ids);
            case ReplayScript.Step.Answer(Response.Result result) ->
                outlet.send(new Response.Result(request.id(), own(result.result(), request.id())), request.id());
            case ReplayScript.Step.Answer(Response.Failure failure) ->
                outlet.send(new Response.Failure(request.id(), failure.error()), request.id());
            case ReplayScript.Step.Fail(String how) ->
                outlet.send(
                        new Response.Failure(
                                request.id(),
                                RpcError.of(ErrorCode.INTERNAL_ERROR, "as recorded, this failed: " + how)),
                        request.id());
            case ReplayScript.Step.Missing() ->
                outlet.send(new Response.Failure(request.id(), missing(request)), request.id());
        }
    }

    private void ask(RequestId cause, Request question, boolean answered, Map<JsonNode, JsonNode> ids)
            throws IOException, InterruptedException {
        var id = RequestId.of("replay-" + questions.incrementAndGet());
        ids.put(question.id().toJson(), id.toJson());
        var answer = new CountDownLatch(1);
        unanswered.put(id, answer);
        outlet.send(new Request(id, question.method(), question.params()), cause);
        if (answered) {
            answer.await();
        }
    }

    /** Returns news about a request, with the ids of this one; null where the client did not ask to be told. */
    private static @Nullable Notification about(Request request, Notification news) {
        if (news.params() == null) {
            return news;
        }
        var params = news.params().deepCopy();
        if (news.method().equals("notifications/progress")) {
            var token = request.params() == null
                    ? null
                    : request.params().path("_meta").get(MetaKey.PROGRESS_TOKEN);
            if (token == null) {
                return null;
            }
            params.set(MetaKey.PROGRESS_TOKEN, token);
        } else if (news.method().equals("notifications/cancelled")) {
            params.set("requestId", request.id().toJson());
        }
        return new Notification(news.method(), (ObjectNode) own(params, request.id()));
    }

    private static Notification remark(Notification news, Map<JsonNode, JsonNode> ids) {
        var params = news.params();
        var renamed = params == null ? null : ids.get(params.path("requestId"));
        if (params == null || renamed == null) {
            return news;
        }
        var copy = params.deepCopy();
        copy.set("requestId", renamed);
        return new Notification(news.method(), copy);
    }

    /** Returns a value of which the metadata names this subscription, where it names one. */
    private static JsonNode own(JsonNode value, RequestId id) {
        if (!value.path("_meta").has(MetaKey.SUBSCRIPTION_ID)) {
            return value;
        }
        var copy = value.deepCopy();
        if (copy.get("_meta") instanceof ObjectNode meta) {
            meta.set(MetaKey.SUBSCRIPTION_ID, id.toJson());
        }
        return copy;
    }
}
