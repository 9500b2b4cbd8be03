package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks the revisions from 2024-11-05 to 2025-11-25: one session, in which the server may ask too. */
public final class LegacyPeer implements Peer {
    // Servers need not report that a visit is over; asking them again finds out as well.
    private static final Duration VISIT_REPORTED = Duration.ofSeconds(10);

    private static final Limits RESTORE = Limits.within(Duration.ofSeconds(20));

    // More than any person would be sent to for one call.
    private static final int MAX_VISITS = 16;

    private final Wire wire;
    private final PeerTerms terms;
    private final RequestIds ids;
    private final Talk talk;
    private final LegacySession session;
    private final UnsolicitedReader unsolicited;
    private final Backchannel backchannel;
    private final UrlVisits visits = new UrlVisits();
    private final LegacySubscriptions subscriptions;
    private final LegacyComeback comeback;
    private volatile @Nullable LogLevel logLevel;

    /**
     * Speaks to a server with which a session was just agreed.
     *
     * @param reopening opens another, should the server forget it
     */
    public LegacyPeer(Opened opened, PeerTerms terms, Questions questions, Reopening reopening) {
        this.wire = opened.wire();
        this.terms = terms;
        this.ids = opened.ids();
        this.session = new LegacySession(wire, terms, reopening, this::leaveSession, opened.server());
        // Losing a stream is no cancellation here: it has to be said.
        this.talk = new Talk(
                wire,
                (request, headers, deadline) -> session.exchange(request, headers, deadline, number -> {}),
                terms,
                ids,
                questions,
                true,
                (message, attempted) -> unasked(message));
        this.backchannel = new Backchannel(wire, terms, questions, this::onlyCall);
        this.subscriptions = new LegacySubscriptions(this, terms);
        this.comeback = new LegacyComeback(this, terms, subscriptions);
        this.unsolicited = UnsolicitedReader.start(wire, terms.server(), opened.early(), this::unasked, ended -> {
            backchannel.close();
            subscriptions.end(Listening.endOf(ended));
            opened.broke().accept(ended);
        });
        terms.diary().whenSessionLost(comeback::begin);
    }

    @Override
    public ServerProfile server() {
        return session.server();
    }

    @Override
    public long session() {
        return session.generation();
    }

    @Override
    public Reply call(Invocation invocation, CallScope scope) {
        Methods.LEGACY.require(invocation.method(), terms.server());
        retryAfterVisits(invocation, scope);
        if (session.missing()) {
            session.renew(session.generation(), invocation.words(), scope, this::restore);
        }
        try {
            return inSession(invocation, scope);
        } catch (ConnectionLostException lost) {
            // Made again if that does no harm, and if the line can carry another.
            boolean harmless = invocation.repeatable() && lost.maybeExecuted();
            if (harmless && !wire.multiplexed() && !scope.total().passed()) {
                return again(invocation, scope, lost);
            }
            throw lost;
        }
    }

    /** Makes a call again whose answer got lost. */
    private Reply again(Invocation invocation, CallScope scope, ConnectionLostException lost) {
        try {
            return inSession(invocation, scope);
        } catch (McpException failure) {
            throw Begun.again(invocation, terms.server(), lost, failure);
        }
    }

    /** Makes a call in the present session, or in a new one where that is forgotten. */
    private Reply inSession(Invocation invocation, CallScope scope) {
        long present = session.generation();
        try {
            return once(stillSo(invocation), scope);
        } catch (McpException failure) {
            session.heardOf(failure);
            if (!session.lost(failure, present)) {
                throw failure;
            }
            // It was turned away unread, so that repeating it in a new session is safe.
            session.renew(present, invocation.words(), scope, this::restore);
            return inNewSession(stillSo(invocation), scope);
        }
    }

    /** Looks again at what a call rests on, if there is another session than when somebody looked last. */
    private Invocation stillSo(Invocation invocation) {
        var premise = invocation.premise();
        long present = session.generation(); // Before looking: should it change meanwhile, the call is not sent.
        if (premise == null || premise.session() == present) {
            return invocation;
        }
        premise.look().run();
        return invocation.restingOn(new Premise(present, premise.look()));
    }

    private Reply inNewSession(Invocation invocation, CallScope scope) {
        try {
            return once(invocation, scope);
        } catch (ConnectionLostException gone) {
            session.heardOf(gone); // The server left once more; whoever comes next finds out.
            throw gone;
        } catch (HttpStatusException again) {
            session.inVain(again);
            throw again;
        }
    }

    /** Makes one attempt. */
    Reply once(Invocation invocation, CallScope scope) {
        var request = request(invocation, scope);
        try {
            var result = new Conversation(talk.opening(opener(invocation)), request, Headers.NONE, invocation, scope)
                    .result();
            return request.params() != null
                            && request.params().has("task")
                            && result.get("task") instanceof ObjectNode task
                    ? new Reply.Deferred(task)
                    : new Reply.Complete(result);
        } catch (CallTimeoutException | CallCancelledException gaveUp) {
            backchannel.givenUp(request);
            throw gaveUp;
        } catch (ServerErrorException error) {
            if (error.error().code() == ErrorCode.URL_ELICITATION_REQUIRED) {
                return visitsFirst(error);
            }
            throw error;
        }
    }

    /** Returns a way to send a call in no other session than the one in which what it rests on was looked at. */
    private Talk.Opener opener(Invocation invocation) {
        return (request, headers, deadline) -> session.exchange(request, headers, deadline, present -> {
            var premise = invocation.premise();
            if (premise != null && premise.session() != present) {
                throw new ConnectionLostException(
                        invocation.words(), terms.server(), "another session was opened just now", false, null);
            }
        });
    }

    private void leaveSession() {
        backchannel.leaveSession();
    }

    /** Opens another session than this one although no call needs it, for those who only listen. */
    void renew(long generation, CallScope scope) {
        session.renew(generation, "opening another session", scope, this::restore);
    }

    /** Brings back what the server was told in the session that it has forgotten. */
    private void restore() {
        var scope = CallScope.within(RESTORE); // for all of it together
        var level = logLevel;
        if (level != null) {
            subscriptions.restore(logFrom(level), scope);
        }
        subscriptions.resubscribe(scope);
    }

    @Override
    public void tell(Invocation invocation) {
        wire.post(unscoped(invocation));
    }

    private Request unscoped(Invocation invocation) {
        return request(invocation, CallScope.within(Limits.USUAL));
    }

    @Override
    public Supplier<ObjectNode> following(ObjectNode task, Invocation call, CallScope scope) {
        boolean mayCancel = server().capabilities().taskCancel();
        var polling = new TaskPolling(this, terms, mayCancel, !wire.multiplexed(), task, call, scope);
        // The result is asked for once it is there, or when the server has questions: they come while it is awaited.
        return () -> polling.follow(state -> state.status().terminal() || state.status() == TaskStatus.INPUT_REQUIRED
                ? Optional.of(polling.result(state))
                : Optional.empty());
    }

    @Override
    public Listening listen(SubscriptionFilter filter, CallScope scope) {
        long present = session.generation();
        if (session.missing() || comeback.isLost(present)) {
            // Nothing that is asked from here on need reach the server, which would never tell anything.
            session.renew(present, "listening", scope, this::restore);
        }
        return subscriptions.open(filter, scope);
    }

    @Override
    public void logFrom(LogLevel level, CallScope scope) {
        call(logFrom(level), scope);
        logLevel = level;
    }

    private static Invocation logFrom(LogLevel level) {
        return Invocation.of("logging/setLevel", Json.object().put("level", level.id()), level.id());
    }

    @Override
    public boolean mirrorsArguments() {
        return false;
    }

    @Override
    public Optional<String> unusable(Tool tool) {
        return Optional.empty();
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
        Farewell.say(talk, this::unscoped);
        wire.close();
        unsolicited.awaitEnd();
    }

    private Request request(Invocation invocation, CallScope scope) {
        var id = ids.next();
        var params = invocation.ownParams();
        if (!invocation.method().equals("ping")) {
            var meta = params.get("_meta") instanceof ObjectNode own ? own : Json.object();
            if (scope.meta() != null) {
                meta.setAll(scope.meta());
            }
            TraceContext.addTo(meta);
            meta.set(MetaKey.PROGRESS_TOKEN, id.toJson());
            params.set("_meta", meta);
        }
        return new Request(id, invocation.method(), params.isEmpty() ? null : params);
    }

    /** Names the call under way, if there is only one: on a shared line nothing else says why the server asks. */
    private Optional<Backchannel.Cause> onlyCall() {
        var all = ids.open();
        return all.size() == 1
                ? all.entrySet().stream()
                        .findFirst()
                        .map(call -> new Backchannel.Cause(
                                call.getKey(), call.getValue().words()))
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
            default -> Changes.tell(news, server().capabilities(), terms.diary());
        }
    }
}
