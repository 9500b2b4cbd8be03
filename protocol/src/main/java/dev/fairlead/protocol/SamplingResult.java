package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a model answered.
 *
 * @param role {@code assistant}, as a rule
 * @param array whether the content is written as an array; a single block need not be
 * @param model the name of the model
 * @param stopReason {@code endTurn}, {@code stopSequence}, {@code maxTokens}, {@code toolUse}, or another
 * @param meta what is attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record SamplingResult(
        String role,
        List<ContentBlock> content,
        boolean array,
        String model,
        @Nullable String stopReason,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public SamplingResult {
        content = List.copyOf(content);
        array = array || content.size() != 1;
    }

    /** Returns an answer of the assistant. */
    public static SamplingResult of(String model, @Nullable String stopReason, ContentBlock... content) {
        return new SamplingResult("assistant", List.of(content), false, model, stopReason, null, Json.object());
    }

    /** Returns an answer that is one text, which the model ended by itself. */
    public static SamplingResult ofText(String model, String text) {
        return of(model, "endTurn", ContentBlock.text(text));
    }

    /** Reads an answer. */
    public static SamplingResult from(JsonNode json) {
        var fields = Fields.of("sampling result", json);
        var content = OneOrMany.from(fields.value("content"));
        return new SamplingResult(
                fields.string("role"),
                content.blocks(),
                content.array(),
                fields.string("model"),
                fields.optionalString("stopReason"),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Writes this answer. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("role", role)
                .put("content", new OneOrMany(content, array).toJson())
                .put("model", model)
                .put("stopReason", stopReason)
                .put("_meta", meta)
                .json();
    }
}
