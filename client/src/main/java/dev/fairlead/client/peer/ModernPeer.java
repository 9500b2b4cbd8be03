package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Wire;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Speaks 2026-07-28 and later: every request stands alone and carries its own envelope. */
public final class ModernPeer implements Peer {
    private final Wire wire;
    private final PeerTerms terms;
    private final RequestIds ids;
    private final Talk talk;
    private final ServerProfile server;
    private final UnsolicitedReader unsolicited;
    private final ModernEnvelope envelope;
    private final Mirror mirror;
    private final Questionnaire questionnaire;
    private volatile @Nullable LogLevel logLevel;

    /** Speaks to a server that has said what it is. */
    public ModernPeer(Opened opened, PeerTerms terms, Questions questions) {
        this.wire = opened.wire();
        this.terms = terms;
        this.ids = opened.ids();
        this.server = opened.server();
        this.questionnaire = new Questionnaire(questions);
        this.envelope = new ModernEnvelope(server.version(), terms);
        this.mirror = new Mirror(server.version(), terms.server());
        // Where each request has a stream of its own, its end tells the server; where all share one, we must.
        this.talk = new Talk(wire, wire::converse, terms, ids, questions, wire.multiplexed(), this::beside);
        this.unsolicited = UnsolicitedReader.start(wire, terms.server(), opened.early(), this::unasked, opened.broke());
    }

    @Override
    public ServerProfile server() {
        return server;
    }

    @Override
    public long session() {
        return 0;
    }

    @Override
    public Reply call(Invocation invocation, CallScope scope) {
        Methods.MODERN.require(invocation.method(), terms.server());
        try {
            return once(invocation, scope);
        } catch (ServerErrorException refused) {
            if (refused.error().code() == ErrorCode.UNSUPPORTED_VERSION && namesOurs(refused)) {
                return once(
                        invocation, scope); // It was refused unread, so repeating it is safe; a second refusal stands.
            }
            throw refused;
        } catch (ConnectionLostException lost) {
            // A stream that breaks takes its request with it, and nothing else: the next one has a stream of its own.
            if (invocation.repeatable() && !wire.multiplexed() && !scope.total().passed()) {
                return again(invocation, scope, lost);
            }
            throw lost;
        }
    }

    /** Makes a call again whose answer got lost. */
    private Reply again(Invocation invocation, CallScope scope, ConnectionLostException lost) {
        try {
            return once(invocation, scope);
        } catch (McpException failure) {
            throw Begun.again(invocation, terms.server(), lost, failure);
        }
    }

    @Override
    public boolean mirrorsArguments() {
        return !wire.multiplexed();
    }

    @Override
    public Optional<String> unusable(Tool tool) {
        return wire.multiplexed() ? Optional.empty() : MirroredHeaders.problem(tool.inputSchema());
    }

    @Override
    public void tell(Invocation invocation) {
        var request = unscoped(invocation);
        wire.post(request, envelope.headers(request));
    }

    private Request unscoped(Invocation invocation) {
        return envelope.wrap(ids.next(), invocation, CallScope.within(Limits.USUAL), null);
    }

    @Override
    public Supplier<ObjectNode> following(ObjectNode task, Invocation call, CallScope scope) {
        var polling = new TaskPolling(this, terms, true, !wire.multiplexed(), task, call, scope);
        var asked = new TaskQuestions(questionnaire, polling, new Asking(terms.server(), call.words()), call, scope);
        return () -> polling.follow(state -> decide(state, polling, asked));
    }

    @Override
    public Listening listen(SubscriptionFilter filter, CallScope scope) {
        var params = Json.object();
        params.set("notifications", filter.toJson());
        var invocation = Invocation.of("subscriptions/listen", params, null);
        var id = ids.next();
        var request = envelope.wrap(id, invocation, scope, null);
        return ModernListening.open(talk, server.capabilities(), request, envelope.headers(request), scope);
    }

    @Override
    public void logFrom(LogLevel level, CallScope scope) {
        logLevel = level;
    }

    @Override
    public void ping(CallScope scope) {
        call(Invocation.of("server/discover", Json.object(), null), scope);
    }

    @Override
    public void rootsChanged() {
        // The server asks for the roots whenever it needs them; there is nothing to tell.
    }

    @Override
    public void close() {
        questionnaire.close();
        Farewell.say(talk, this::unscoped);
        wire.close();
        unsolicited.awaitEnd();
    }

    private Optional<ObjectNode> decide(Task state, TaskPolling polling, TaskQuestions asked) {
        return switch (state.status()) {
            case WORKING -> Optional.empty();
            case COMPLETED ->
                Optional.of(state.result().orElseThrow(() -> polling.violation("a completed task without a result")));
            case FAILED ->
                throw polling.failed(state.error().orElse(RpcError.of(ErrorCode.INTERNAL_ERROR, "the task failed")));
            case CANCELLED -> throw polling.failed(RpcError.of(ErrorCode.INTERNAL_ERROR, "the task was cancelled"));
            case INPUT_REQUIRED -> {
                asked.answer(state);
                yield Optional.empty();
            }
        };
    }

    private Reply once(Invocation invocation, CallScope scope) {
        var request = envelope.wrap(ids.next(), invocation, scope, logLevel);
        var headers = wire.multiplexed() ? Headers.NONE : mirror.of(request, invocation);
        var result = new Conversation(talk, request, headers, invocation, scope).result();
        return envelope.unwrap(invocation, result);
    }

    private void beside(Message message, String attempted) {
        if (message instanceof Notification news) {
            terms.diary().badShape("%s in the stream of %s".formatted(news.method(), attempted));
        } else {
            unasked(message);
        }
    }

    private boolean namesOurs(ServerErrorException refused) {
        var data = refused.error().data();
        return data instanceof ObjectNode object
                && object.path("supported")
                        .valueStream()
                        .anyMatch(version -> version.isString()
                                && version.stringValue().equals(server.version().id()));
    }

    private void unasked(Message message) {
        switch (message) {
            case Request stray ->
                // A modern server may not ask, and must not be answered.
                terms.diary()
                        .tolerated(new Violation(
                                Violation.Kind.FORBIDDEN_REQUEST, "a request of the server: " + stray.method()));
            case Notification news -> {
                try {
                    if (news.method().equals("notifications/message") && news.params() != null) {
                        terms.diary().log(LogEntry.from(news.params()));
                    } else {
                        Changes.tell(news, server.capabilities(), terms.diary());
                    }
                } catch (BadShape unreadable) {
                    terms.diary().badShape(unreadable.getMessage());
                }
            }
            default -> terms.diary().badShape("unexpected " + message);
        }
    }
}
