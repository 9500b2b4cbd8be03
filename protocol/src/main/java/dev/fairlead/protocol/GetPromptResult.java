package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt, filled in.
 *
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record GetPromptResult(
        @Nullable String description,
        List<PromptMessage> messages,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public GetPromptResult {
        messages = List.copyOf(messages);
    }

    /** Returns a result with these messages. */
    public static GetPromptResult of(@Nullable String description, PromptMessage... messages) {
        return new GetPromptResult(description, List.of(messages), null, Json.object());
    }

    /** Reads a result. */
    public static GetPromptResult from(JsonNode json) {
        var fields = Fields.of("filled-in prompt", json);
        return new GetPromptResult(
                fields.optionalString("description"),
                fields.requiredList("messages", PromptMessage::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Writes this result. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("description", description)
                .requiredList("messages", messages, PromptMessage::toJson)
                .put("_meta", meta)
                .json();
    }
}
