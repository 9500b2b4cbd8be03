package dev.fairlead.client.peer;

import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.rpc.Excerpt;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call as data: what to ask, before any era has dressed it for the wire.
 *
 * @param subject what the call is about, for texts: the name of the tool, the URI of the resource
 * @param answers the answers to what the server asked in the round before
 * @param state what the server wants to be handed back, untouched
 */
public record Invocation(
        String method,
        ObjectNode params,
        @Nullable String subject,
        Map<String, InputResponse> answers,
        @Nullable String state) {

    /** Returns a first call. */
    public static Invocation of(String method, ObjectNode params, @Nullable String subject) {
        return new Invocation(method, params, subject, Map.of(), null);
    }

    /** Returns this call again, with the server's questions answered and its state handed back. */
    public Invocation answering(Map<String, InputResponse> answers, @Nullable String state) {
        return new Invocation(method, params, subject, answers, state);
    }

    /** Returns how texts name this call. */
    public String words() {
        return subject == null ? method : method + " " + Excerpt.of(subject);
    }
}
