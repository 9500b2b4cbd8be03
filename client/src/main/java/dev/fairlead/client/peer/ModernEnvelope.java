package dev.fairlead.client.peer;

import dev.fairlead.client.handler.QuestionLimits;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Headers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What every request of the modern era is wrapped in, and what its results are unwrapped from. */
public final class ModernEnvelope {
    private static final Set<String> MAY_ASK = Set.of("tools/call", "prompts/get", "resources/read");

    private final ProtocolVersion version;
    private final PeerTerms terms;
    // The same in every request, and so only ever read.
    private final ObjectNode identity;
    private final ObjectNode capabilities;

    /** Wraps requests for this revision. */
    public ModernEnvelope(ProtocolVersion version, PeerTerms terms) {
        this.version = version;
        this.terms = terms;
        this.identity = terms.identity().toJson();
        this.capabilities = terms.capabilities();
    }

    /** Returns the request that carries this invocation. */
    public Request wrap(RequestId id, Invocation invocation, CallScope scope, @Nullable LogLevel logLevel) {
        var params = invocation.ownParams();
        var meta = params.get("_meta") instanceof ObjectNode own ? own : params.putObject("_meta");
        if (scope.meta() != null) {
            meta.setAll(scope.meta());
        }
        TraceContext.addTo(meta);
        meta.put(MetaKey.PROTOCOL_VERSION, version.id());
        meta.set(MetaKey.CLIENT_INFO, identity);
        meta.set(MetaKey.CLIENT_CAPABILITIES, capabilities);
        meta.set(MetaKey.PROGRESS_TOKEN, id.toJson());
        var level = scope.logLevel() != null ? scope.logLevel() : logLevel;
        if (level != null) {
            meta.put(MetaKey.LOG_LEVEL, level.id());
        }
        if (!invocation.answers().isEmpty()) {
            var answers = params.putObject("inputResponses");
            invocation.answers().forEach((key, answer) -> answers.set(key, answer.toJson()));
        }
        if (invocation.state() != null) {
            params.put("requestState", invocation.state());
        }
        return new Request(id, invocation.method(), params);
    }

    /** Returns what accompanies a request, for those on the way who do not read it. */
    public Headers headers(Request request) {
        return MirroredHeaders.of(
                version, request.method(), request.params() == null ? Json.object() : request.params(), null);
    }

    /** Returns what a result means; what is not a known kind of result is an error, never a hollow success. */
    Reply unwrap(Invocation invocation, ObjectNode result) {
        var type = result.get("resultType");
        if (type == null) {
            terms.diary().badShape("a result of %s without resultType".formatted(invocation.method()));
            return new Reply.Complete(result);
        }
        return switch (type.isString() ? type.stringValue() : "") {
            case "complete" -> new Reply.Complete(result);
            case "input_required" -> questions(invocation, result);
            case "task" -> task(invocation, result);
            default -> throw violation(invocation, "unknown result type " + Excerpt.of(type.toString()));
        };
    }

    private Reply task(Invocation invocation, ObjectNode result) {
        if (!invocation.method().equals("tools/call") || !terms.extensions().containsKey(PeerTerms.TASKS_EXTENSION)) {
            throw violation(invocation, "a task was neither asked for nor declared");
        }
        return new Reply.Deferred(result);
    }

    private Reply questions(Invocation invocation, ObjectNode result) {
        if (!MAY_ASK.contains(invocation.method())) {
            throw violation(invocation, "questions are not allowed in answer to this method");
        }
        var state = result.get("requestState");
        var asked = result.get("inputRequests");
        if (state == null && asked == null) {
            throw violation(invocation, "input required, but neither questions nor state");
        }
        if ((state != null && !state.isString()) || (asked != null && !asked.isObject())) {
            throw violation(invocation, "unreadable questions");
        }
        return new Reply.InputRequired(
                read(invocation, asked == null ? Json.object() : asked), state == null ? null : state.stringValue());
    }

    private Map<String, InputRequest> read(Invocation invocation, JsonNode asked) {
        if (asked.size() > QuestionLimits.IN_ONE_ANSWER) {
            throw violation(
                    invocation,
                    "%s questions at once, more than %s".formatted(asked.size(), QuestionLimits.IN_ONE_ANSWER));
        }
        var requests = new LinkedHashMap<String, InputRequest>();
        asked.properties().forEach(entry -> {
            var method = entry.getValue().path("method");
            var params = entry.getValue().get("params");
            try {
                requests.put(
                        entry.getKey(),
                        InputRequest.from(
                                method.isString() ? method.stringValue() : "",
                                params == null ? Json.object() : params));
            } catch (BadShape unreadable) {
                throw violation(invocation, "a question that cannot be read: " + unreadable.getMessage());
            }
        });
        return requests;
    }

    private ProtocolViolationException violation(Invocation invocation, String what) {
        return new ProtocolViolationException(
                "%s on server '%s': %s".formatted(invocation.words(), terms.server(), what));
    }
}
