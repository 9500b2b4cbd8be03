package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A folder or file that a server may work in.
 *
 * @param uri a {@code file:} URI
 * @param meta what is attached; do not modify
 * @param more the members that no component knows; do not modify
 */
public record Root(
        String uri, @Nullable String name, @Nullable ObjectNode meta, ObjectNode more) {

    /** Returns a root at this path; throws {@link IllegalArgumentException} if it is not one of files. */
    public static Root of(Path path) {
        return of(path, null);
    }

    /** Returns a root at this path, with a name for people. */
    public static Root of(Path path, @Nullable String name) {
        return of(path.toUri(), name);
    }

    /** Returns a root at this URI, with a name for people. */
    public static Root of(URI uri, @Nullable String name) {
        if (!"file".equalsIgnoreCase(uri.getScheme())) {
            throw new IllegalArgumentException("a root is a file: URI, not " + uri);
        }
        return new Root(uri.toString(), name, null, Json.object());
    }

    /** Reads a root. */
    public static Root from(JsonNode json) {
        var fields = Fields.of("root", json);
        return new Root(
                fields.string("uri"), fields.optionalString("name"), fields.optionalObject("_meta"), fields.rest());
    }

    /** Writes this root. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("uri", uri)
                .put("name", name)
                .put("_meta", meta)
                .json();
    }
}
