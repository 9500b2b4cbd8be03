package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What reading a resource brought.
 *
 * @param contents one or several; a directory may bring its files, and none is not an error
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record ReadResourceResult(
        List<ResourceContents> contents, @Nullable ObjectNode meta, ObjectNode more) {

    /** Copies the collections. */
    public ReadResourceResult {
        contents = List.copyOf(contents);
    }

    /** Returns a result with these contents. */
    public static ReadResourceResult of(ResourceContents... contents) {
        return new ReadResourceResult(List.of(contents), null, Json.object());
    }

    /** Reads a result. */
    public static ReadResourceResult from(JsonNode json) {
        var fields = Fields.of("result of reading a resource", json);
        return new ReadResourceResult(
                fields.requiredList("contents", ResourceContents::from), fields.optionalObject("_meta"), fields.rest());
    }

    /** Returns for how long and for whom this result may be kept. */
    public CacheHint hint() {
        return CacheHint.from(more);
    }

    /** Writes this result. */
    public ObjectNode toJson() {
        return new Members(more)
                .requiredList("contents", contents, ResourceContents::toJson)
                .put("_meta", meta)
                .json();
    }
}
