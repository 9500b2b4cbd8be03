package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One message of a prompt.
 *
 * @param role {@code user} or {@code assistant}
 * @param more the members that no component knows; do not modify
 */
public record PromptMessage(String role, ContentBlock content, ObjectNode more) {

    /** Returns a message of the user. */
    public static PromptMessage user(ContentBlock content) {
        return new PromptMessage("user", content, Json.object());
    }

    /** Returns a message of the assistant. */
    public static PromptMessage assistant(ContentBlock content) {
        return new PromptMessage("assistant", content, Json.object());
    }

    /** Reads a message. */
    public static PromptMessage from(JsonNode json) {
        var fields = Fields.of("message of a prompt", json);
        return new PromptMessage(fields.string("role"), ContentBlock.from(fields.value("content")), fields.rest());
    }

    /** Writes this message. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("role", role)
                .put("content", content.toJson())
                .json();
    }
}
