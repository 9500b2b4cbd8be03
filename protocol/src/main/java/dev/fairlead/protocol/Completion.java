package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Suggestions for the value of an argument.
 *
 * @param values at most {@value #MOST} of them; what a server sends beyond is dropped
 * @param total how many there are in all, where the server knows it
 * @param more the members that no component knows; do not modify
 */
public record Completion(
        List<String> values, @Nullable Long total, @Nullable Boolean hasMore, ObjectNode more) {
    /** How many suggestions a server may send. */
    public static final int MOST = 100;

    /** Copies the collections and drops what is too much. */
    public Completion {
        values = List.copyOf(values.subList(0, Math.min(values.size(), MOST)));
    }

    /** Returns a completion that is all there is. */
    public static Completion of(List<String> values) {
        return new Completion(values, null, null, Json.object());
    }

    /** Reads a completion, the object that a result has as its {@code completion}. */
    public static Completion from(JsonNode json) {
        var fields = Fields.of("completion", json);
        return new Completion(
                fields.requiredStrings("values"),
                fields.optionalLong("total"),
                fields.optionalBoolean("hasMore"),
                fields.rest());
    }

    /** Reads the completion in the result of {@code completion/complete}. */
    public static Completion fromResult(JsonNode result) {
        return from(Fields.of("result of a completion", result).object("completion"));
    }

    /** Writes this completion. */
    public ObjectNode toJson() {
        return new Members(more)
                .requiredList("values", values, more::stringNode)
                .put("total", total)
                .put("hasMore", hasMore)
                .json();
    }
}
