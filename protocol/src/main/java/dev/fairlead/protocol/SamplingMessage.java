package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One message of a conversation with a model.
 *
 * @param role {@code user} or {@code assistant}
 * @param array whether the content is written as an array; a single block need not be
 * @param meta what is attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record SamplingMessage(
        String role,
        List<ContentBlock> content,
        boolean array,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public SamplingMessage {
        content = List.copyOf(content);
        array = array || content.size() != 1;
    }

    /** Returns a message of the user. */
    public static SamplingMessage user(ContentBlock... content) {
        return new SamplingMessage("user", List.of(content), false, null, Json.object());
    }

    /** Returns a message of the assistant. */
    public static SamplingMessage assistant(ContentBlock... content) {
        return new SamplingMessage("assistant", List.of(content), false, null, Json.object());
    }

    /** Reads a message. */
    public static SamplingMessage from(JsonNode json) {
        var fields = Fields.of("sampling message", json);
        var content = OneOrMany.from(fields.value("content"));
        return new SamplingMessage(
                fields.string("role"),
                content.blocks(),
                content.array(),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Returns the text blocks, each on a line of its own. */
    public String text() {
        return ContentBlock.text(content);
    }

    /** Writes this message. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("role", role)
                .put("content", new OneOrMany(content, array).toJson())
                .put("_meta", meta)
                .json();
    }
}
