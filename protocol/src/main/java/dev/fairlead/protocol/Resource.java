package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something a server can be asked to read.
 *
 * @param size the number of raw bytes, where the server knows it
 * @param meta what the server attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record Resource(
        String uri,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Long size,
        @Nullable Annotations annotations,
        List<Icon> icons,
        @Nullable ObjectNode meta,
        ObjectNode more) {

    /** Copies the collections. */
    public Resource {
        icons = List.copyOf(icons);
    }

    /** Returns a resource with a name. */
    public static Resource of(String uri, String name) {
        return new Resource(uri, name, null, null, null, null, null, List.of(), null, Json.object());
    }

    /** Reads a resource. */
    public static Resource from(JsonNode json) {
        var fields = Fields.of("resource", json);
        return new Resource(
                fields.string("uri"),
                fields.string("name"),
                fields.optionalString("title"),
                fields.optionalString("description"),
                fields.optionalString("mimeType"),
                fields.optionalLong("size"),
                fields.optional("annotations", Annotations::from),
                fields.list("icons", Icon::from),
                fields.optionalObject("_meta"),
                fields.rest());
    }

    /** Returns the same resource under a name for people. */
    public Resource withTitle(String title) {
        return new Resource(uri, name, title, description, mimeType, size, annotations, icons, meta, more);
    }

    /** Returns the same resource with a description. */
    public Resource withDescription(String description) {
        return new Resource(uri, name, title, description, mimeType, size, annotations, icons, meta, more);
    }

    /** Returns the same resource with the type of its contents. */
    public Resource withMimeType(String mimeType) {
        return new Resource(uri, name, title, description, mimeType, size, annotations, icons, meta, more);
    }

    /** Returns the same resource with its number of bytes. */
    public Resource withSize(long size) {
        return new Resource(uri, name, title, description, mimeType, size, annotations, icons, meta, more);
    }

    /** Returns the name to show to people. */
    public String displayName() {
        return title == null ? name : title;
    }

    /** Writes this resource. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("uri", uri)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put("mimeType", mimeType)
                .put("size", size)
                .put("annotations", annotations, Annotations::toJson)
                .list("icons", icons, Icon::toJson)
                .put("_meta", meta)
                .json();
    }
}
