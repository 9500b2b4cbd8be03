package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks the revisions from 2024-11-05 to 2025-11-25: one session, in which the server may ask too. */
public final class LegacyPeer implements Peer {
    // Servers need not report that a visit is over; asking them again finds out as well.
    private static final Duration VISIT_REPORTED = Duration.ofSeconds(10);

    // More than any person would be sent to for one call.
    private static final int MAX_VISITS = 16;

    private final Wire wire;
    private final PeerTerms terms;
    private final RequestIds ids;
    private final Questions questions;
    private final ServerProfile server;
    private final UnsolicitedReader unsolicited;
    private final Backchannel backchannel;
    private final UrlVisits visits = new UrlVisits();
    private final LegacySubscriptions subscriptions;
    private final ConcurrentHashMap<RequestId, String> calls = new ConcurrentHashMap<>();

    /** Speaks to a server with which a session was just agreed. */
    public LegacyPeer(
            Wire wire,
            PeerTerms terms,
            RequestIds ids,
            Questions questions,
            ServerProfile server,
            List<Message> early,
            Consumer<McpException> broke) {
        this.wire = wire;
        this.terms = terms;
        this.ids = ids;
        this.questions = questions;
        this.server = server;
        this.backchannel = new Backchannel(wire, terms, questions, this::onlyCall);
        this.subscriptions = new LegacySubscriptions(this, terms);
        this.unsolicited = UnsolicitedReader.start(wire, terms.server(), early, this::unasked, ended -> {
            subscriptions.end(Listening.endOf(ended));
            broke.accept(ended);
        });
    }

    @Override
    public ServerProfile server() {
        return server;
    }

    @Override
    public Reply call(Invocation invocation, CallScope scope) {
        Methods.LEGACY.require(invocation.method(), terms.server());
        retryAfterVisits(invocation, scope);
        var request = request(invocation, scope);
        calls.put(request.id(), invocation.words());
        try {
            var result = new Conversation(wire, terms, ids, questions, request, invocation.words(), scope).result();
            return request.params() != null
                            && request.params().has("task")
                            && result.get("task") instanceof ObjectNode task
                    ? new Reply.Deferred(task)
                    : new Reply.Complete(result);
        } catch (CallTimeoutException | CallCancelledException gaveUp) {
            backchannel.givenUp(request.id());
            throw gaveUp;
        } catch (ServerErrorException error) {
            if (error.error().code() == ErrorCode.URL_ELICITATION_REQUIRED) {
                return visitsFirst(error);
            }
            throw error;
        } finally {
            calls.remove(request.id());
        }
    }

    @Override
    public void tell(Invocation invocation) {
        wire.post(unscoped(invocation));
    }

    private Request unscoped(Invocation invocation) {
        return request(invocation, CallScope.within(Limits.USUAL));
    }

    @Override
    public ObjectNode await(ObjectNode task, Invocation call, CallScope scope) {
        var polling = new TaskPolling(this, terms, server.capabilities().taskCancel(), call, scope);
        // The result is asked for once it is there, or when the server has questions: they come while it is awaited.
        return polling.follow(
                task,
                state -> state.status().terminal() || state.status() == TaskStatus.INPUT_REQUIRED
                        ? Optional.of(polling.result(state.taskId()))
                        : Optional.empty());
    }

    @Override
    public Listening listen(SubscriptionFilter filter, CallScope scope) {
        return subscriptions.open(filter, scope);
    }

    @Override
    public void logFrom(LogLevel level, CallScope scope) {
        call(Invocation.of("logging/setLevel", Json.object().put("level", level.id()), level.id()), scope);
    }

    @Override
    public void ping(CallScope scope) {
        call(Invocation.of("ping", Json.object(), null), scope);
    }

    @Override
    public void rootsChanged() {
        wire.post(new Notification("notifications/roots/list_changed", null));
    }

    @Override
    public void close() {
        backchannel.close();
        Farewell.say(wire, terms, ids, this::unscoped);
        wire.close();
        unsolicited.awaitEnd();
    }

    private Request request(Invocation invocation, CallScope scope) {
        var id = ids.next();
        var params = invocation.params().deepCopy();
        if (!invocation.method().equals("ping")) {
            var meta = params.get("_meta") instanceof ObjectNode own ? own : params.putObject("_meta");
            if (scope.meta() != null) {
                meta.setAll(scope.meta());
            }
            meta.set(MetaKey.PROGRESS_TOKEN, id.toJson());
        }
        return new Request(id, invocation.method(), params.isEmpty() ? null : params);
    }

    /** Names the call under way, if there is only one: on a shared line nothing else says why the server asks. */
    private Optional<Backchannel.Cause> onlyCall() {
        var all = Map.copyOf(calls);
        return all.size() == 1
                ? all.entrySet().stream().findFirst().map(call -> new Backchannel.Cause(call.getKey(), call.getValue()))
                : Optional.empty();
    }

    /**
     * Turns the error of 2025-11-25 that demands visits to URLs into the questions that it stands for. Legacy servers
     * have no request state, so that place holds which visits to wait for.
     */
    private Reply visitsFirst(ServerErrorException error) {
        var requests = new LinkedHashMap<String, InputRequest>();
        var visitIds = Json.array();
        for (JsonNode elicitation : error.error().data() == null
                ? Json.object()
                : error.error().data().path("elicitations")) {
            try {
                var question = InputRequest.from("elicitation/create", elicitation);
                requests.put("url-" + requests.size(), question);
                if (requests.size() > MAX_VISITS) {
                    throw error;
                }
                if (question instanceof InputRequest.Url url && url.elicitationId() != null) {
                    visitIds.add(url.elicitationId());
                }
            } catch (BadShape unreadable) {
                throw error;
            }
        }
        if (requests.isEmpty()) {
            throw error;
        }
        visits.expect(strings(visitIds));
        return new Reply.InputRequired(requests, Json.write(visitIds));
    }

    private void retryAfterVisits(Invocation invocation, CallScope scope) {
        for (var answer : invocation.answers().values()) {
            if (!(answer instanceof InputResponse.Accept)) {
                visits.forget(visitIds(invocation));
                throw new QuestionFailedException(
                        invocation.words(), terms.server(), "the visit to a URL was declined", null);
            }
        }
        if (invocation.state() != null) {
            try {
                visits.await(
                        visitIds(invocation), Deadline.after(VISIT_REPORTED).orEarlier(scope.total()));
            } catch (InterruptedException giveUp) {
                Thread.currentThread().interrupt();
                throw new CallCancelledException(invocation.words(), terms.server(), false);
            }
        }
    }

    private static List<String> visitIds(Invocation retry) {
        return retry.state() == null ? List.of() : strings(Json.parse(retry.state()));
    }

    private static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::stringValue).toList();
    }

    private void unasked(Message message) {
        switch (message) {
            case Request request -> backchannel.ask(request);
            case Notification news -> {
                try {
                    news(news);
                } catch (BadShape unreadable) {
                    terms.diary().badShape(unreadable.getMessage());
                }
            }
            default -> terms.diary().badShape("unexpected " + message);
        }
    }

    private void news(Notification news) {
        var params = news.params() == null ? Json.object() : news.params();
        switch (news.method()) {
            case "notifications/message" -> terms.diary().log(LogEntry.from(params));
            case "notifications/cancelled" ->
                RequestIds.idIn(params.get("requestId")).ifPresent(backchannel::cancel);
            case "notifications/elicitation/complete" ->
                visits.completed(params.path("elicitationId").asString(""));
            default -> ServerEvent.from(news.method(), news.params()).ifPresent(terms.diary()::event);
        }
    }
}
