package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hints about a tool's behaviour; claims of the server, not facts.
 *
 * @param title a name for people
 * @param more the members that no component knows; do not modify
 */
public record ToolAnnotations(
        @Nullable String title,
        @Nullable Boolean readOnlyHint,
        @Nullable Boolean destructiveHint,
        @Nullable Boolean idempotentHint,
        @Nullable Boolean openWorldHint,
        ObjectNode more) {

    /** Returns annotations that say nothing. */
    public static ToolAnnotations none() {
        return new ToolAnnotations(null, null, null, null, null, Json.object());
    }

    /** Returns annotations of a tool that changes nothing. */
    public static ToolAnnotations readingOnly() {
        return new ToolAnnotations(null, true, null, null, null, Json.object());
    }

    /** Reads tool annotations. */
    public static ToolAnnotations from(JsonNode json) {
        var fields = Fields.of("tool annotations", json);
        return new ToolAnnotations(
                fields.optionalString("title"),
                fields.optionalBoolean("readOnlyHint"),
                fields.optionalBoolean("destructiveHint"),
                fields.optionalBoolean("idempotentHint"),
                fields.optionalBoolean("openWorldHint"),
                fields.rest());
    }

    /** Tells whether the tool claims to change nothing; by default it does not. */
    public boolean readOnly() {
        return readOnlyHint != null && readOnlyHint;
    }

    /** Tells whether the tool may destroy something; by default it may, unless it only reads. */
    public boolean destructive() {
        return !readOnly() && (destructiveHint == null || destructiveHint);
    }

    /** Tells whether the tool claims that repeating a call adds no further effect; by default it does not. */
    public boolean idempotent() {
        return idempotentHint != null && idempotentHint;
    }

    /** Tells whether the tool may reach out to a world of unknown things; by default it may. */
    public boolean openWorld() {
        return openWorldHint == null || openWorldHint;
    }

    /** Writes these annotations. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("title", title)
                .put("readOnlyHint", readOnlyHint)
                .put("destructiveHint", destructiveHint)
                .put("idempotentHint", idempotentHint)
                .put("openWorldHint", openWorldHint)
                .json();
    }
}
