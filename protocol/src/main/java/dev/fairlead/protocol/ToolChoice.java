package dev.fairlead.protocol;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether a model may or must call tools.
 *
 * @param mode {@code auto}, {@code required} or {@code none}; null means {@code auto}
 * @param more the members that no component knows; do not modify
 */
public record ToolChoice(@Nullable String mode, ObjectNode more) {

    /** Reads a choice. */
    public static ToolChoice from(JsonNode json) {
        var fields = Fields.of("tool choice", json);
        return new ToolChoice(fields.optionalString("mode"), fields.rest());
    }

    /** Writes this choice. */
    public ObjectNode toJson() {
        return new Members(more).put("mode", mode).json();
    }
}
