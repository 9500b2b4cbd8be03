package dev.fairlead.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which model a server would like; the client chooses.
 *
 * @param hints to be tried in order, before the priorities
 * @param costPriority how much a low price matters, from 0 to 1
 * @param speedPriority how much a quick answer matters, from 0 to 1
 * @param intelligencePriority how much ability matters, from 0 to 1
 * @param more the members that no component knows; do not modify
 */
public record ModelPreferences(
        List<Hint> hints,
        @Nullable Double costPriority,
        @Nullable Double speedPriority,
        @Nullable Double intelligencePriority,
        ObjectNode more) {

    /**
     * A hint at a model.
     *
     * @param name a part of the model's name
     * @param more the members that no component knows; do not modify
     */
    public record Hint(@Nullable String name, ObjectNode more) {

        /** Reads a hint. */
        public static Hint from(JsonNode json) {
            var fields = Fields.of("hint at a model", json);
            return new Hint(fields.optionalString("name"), fields.rest());
        }

        /** Writes this hint. */
        public ObjectNode toJson() {
            return new Members(more).put("name", name).json();
        }
    }

    /** Copies the collections. */
    public ModelPreferences {
        hints = List.copyOf(hints);
    }

    /** Reads preferences. */
    public static ModelPreferences from(JsonNode json) {
        var fields = Fields.of("model preferences", json);
        return new ModelPreferences(
                fields.list("hints", Hint::from),
                fields.optionalDouble("costPriority"),
                fields.optionalDouble("speedPriority"),
                fields.optionalDouble("intelligencePriority"),
                fields.rest());
    }

    /** Writes these preferences. */
    public ObjectNode toJson() {
        return new Members(more)
                .list("hints", hints, Hint::toJson)
                .put("costPriority", costPriority)
                .put("speedPriority", speedPriority)
                .put("intelligencePriority", intelligencePriority)
                .json();
    }
}
