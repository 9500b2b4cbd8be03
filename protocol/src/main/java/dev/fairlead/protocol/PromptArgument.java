package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A text that a prompt asks for.
 *
 * @param more the members that no component knows; do not modify
 */
public record PromptArgument(
        String name, @Nullable String title, @Nullable String description, boolean required, ObjectNode more) {

    /** Returns an argument that must be given. */
    public static PromptArgument required(String name, @Nullable String description) {
        return new PromptArgument(name, null, description, true, Json.object());
    }

    /** Returns an argument that may be given. */
    public static PromptArgument optional(String name, @Nullable String description) {
        return new PromptArgument(name, null, description, false, Json.object());
    }

    /** Reads an argument. */
    public static PromptArgument from(JsonNode json) {
        var fields = Fields.of("argument of a prompt", json);
        return new PromptArgument(
                fields.string("name"),
                fields.optionalString("title"),
                fields.optionalString("description"),
                fields.flag("required"),
                fields.rest());
    }

    /** Returns the name to show to people. */
    public String displayName() {
        return title == null ? name : title;
    }

    /** Writes this argument. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .flag("required", required)
                .json();
    }
}
