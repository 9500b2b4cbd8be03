package dev.fairlead.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hints about whom a piece of content is for and how much it matters.
 *
 * @param audience {@code user}, {@code assistant} or both
 * @param priority from 0, optional, to 1, effectively required
 * @param lastModified a moment in ISO 8601, as received
 * @param more the members that no component knows; do not modify
 */
public record Annotations(
        List<String> audience,
        @Nullable Double priority,
        @Nullable String lastModified,
        ObjectNode more) {

    /** Copies the collections. */
    public Annotations {
        audience = List.copyOf(audience);
    }

    /** Reads annotations. */
    public static Annotations from(JsonNode json) {
        var fields = Fields.of("annotations", json);
        return new Annotations(
                fields.strings("audience"),
                fields.optionalDouble("priority"),
                fields.optionalString("lastModified"),
                fields.rest());
    }

    /** Writes these annotations. */
    public ObjectNode toJson() {
        return new Members(more)
                .strings("audience", audience)
                .put("priority", priority)
                .put("lastModified", lastModified)
                .json();
    }
}
