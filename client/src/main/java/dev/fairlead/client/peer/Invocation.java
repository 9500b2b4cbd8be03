package dev.fairlead.client.peer;

import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call as data: what to ask, before any era has dressed it for the wire.
 *
 * @param subject what the call is about, for texts: the name of the tool, the URI of the resource
 * @param answers the answers to what the server asked in the round before
 * @param state what the server wants to be handed back, untouched
 * @param schema of the arguments, where it is known
 * @param repeatable whether carrying it out twice does no more than once
 * @param premise what must still be so when it is made; null if nothing must
 */
public record Invocation(
        String method,
        ObjectNode params,
        @Nullable String subject,
        Map<String, InputResponse> answers,
        @Nullable String state,
        @Nullable JsonNode schema,
        boolean repeatable,
        @Nullable Premise premise) {
    // What only looks, or sets what is set already.
    private static final Set<String> REPEATABLE = Set.of(
            "server/discover",
            "ping",
            "tools/list",
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "resources/subscribe",
            "resources/unsubscribe",
            "completion/complete",
            "logging/setLevel",
            "tasks/list",
            "tasks/get",
            "tasks/result");

    /** Returns a first call. */
    public static Invocation of(String method, ObjectNode params, @Nullable String subject) {
        return new Invocation(method, params, subject, Map.of(), null, null, REPEATABLE.contains(method), null);
    }

    /** Returns this call of a tool whose definition is known. */
    public Invocation of(Tool tool) {
        return new Invocation(method, params, subject, answers, state, tool.inputSchema(), repeatable(tool), premise);
    }

    /** Believes the server that does something twice only if told so; it harms but itself by lying. */
    private static boolean repeatable(Tool tool) {
        var hints = tool.annotations();
        return hints != null
                && (Boolean.TRUE.equals(hints.readOnlyHint()) || Boolean.TRUE.equals(hints.idempotentHint()));
    }

    /** Returns this call, to be made only where this is so. */
    public Invocation restingOn(@Nullable Premise ground) {
        return new Invocation(method, params, subject, answers, state, schema, repeatable, ground);
    }

    /** Returns this call again, with the server's questions answered and its state handed back. */
    public Invocation answering(Map<String, InputResponse> answers, @Nullable String state) {
        return new Invocation(method, params, subject, answers, state, schema, repeatable, premise);
    }

    /** Returns the parameters for one request, which may add members to them and to their metadata. */
    ObjectNode ownParams() {
        var own = Json.object();
        own.setAll(params);
        if (params.get("_meta") instanceof ObjectNode meta) {
            own.set("_meta", meta.deepCopy());
        }
        return own;
    }

    /** Returns how texts name this call. */
    public String words() {
        return subject == null ? method : method + " " + Excerpt.of(subject);
    }
}
