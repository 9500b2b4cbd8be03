package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool returned, be it success or failure.
 *
 * @param structuredContent any JSON value, JSON null included; Java null where the tool gave none; do not modify
 * @param isError whether the tool says that it failed; its content then says why
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record CallToolResult(
        List<ContentBlock> content,
        @Nullable JsonNode structuredContent,
        boolean isError,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public CallToolResult {
        content = List.copyOf(content);
    }

    /** Returns a success with this content. */
    public static CallToolResult of(ContentBlock... content) {
        return new CallToolResult(List.of(content), null, false, null, Json.object());
    }

    /** Returns a success that is one text. */
    public static CallToolResult ofText(String text) {
        return of(ContentBlock.text(text));
    }

    /** Returns a success with this value, also as text for those who do not know structured content. */
    public static CallToolResult ofStructured(JsonNode value) {
        return new CallToolResult(List.of(ContentBlock.text(Json.write(value))), value, false, null, Json.object());
    }

    /** Returns a failure that is explained by one text. */
    public static CallToolResult failure(String text) {
        return new CallToolResult(List.of(ContentBlock.text(text)), null, true, null, Json.object());
    }

    /**
     * Reads a result; one without content, or with null for it, has an empty list of it.
     *
     * @throws BadShape if it is no result, or its content is something else than a list
     */
    public static CallToolResult from(JsonNode json) {
        var fields = Fields.of("result of a tool", json);
        boolean silent =
                json.path("content").isMissingNode() || json.path("content").isNull();
        return new CallToolResult(
                silent ? List.of() : fields.requiredList("content", ContentBlock::from),
                fields.optionalValue("structuredContent"),
                fields.flag("isError"),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Returns the text blocks, each on a line of its own. */
    public String text() {
        return ContentBlock.text(content);
    }

    /** Writes this result. */
    public ObjectNode toJson() {
        return new Members(more)
                .requiredList("content", content, ContentBlock::toJson)
                .put("structuredContent", structuredContent)
                .flag("isError", isError)
                .put("_meta", meta)
                .json();
    }
}
