package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a resource, or a part of it, contains.
 *
 * <p>In either kind, {@code meta} is what the server attached and {@code more} the members that no component knows;
 * neither is to be modified.
 */
public sealed interface ResourceContents {

    /** Contents that are text. */
    record Text(
            String uri,
            @Nullable String mimeType,
            String text,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ResourceContents {
        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("uri", uri)
                    .put("mimeType", mimeType)
                    .put("text", text)
                    .put("_meta", meta)
                    .json();
        }
    }

    /**
     * Contents that are bytes.
     *
     * @param blob the bytes in base64
     */
    record Blob(
            String uri,
            @Nullable String mimeType,
            String blob,
            @Nullable ObjectNode meta,
            ObjectNode more) implements ResourceContents {

        /** Decodes the bytes; throws {@link BadShape} if they are not base64. */
        public byte[] bytes() {
            return Base64Text.bytes("resource", blob);
        }

        @Override
        public ObjectNode toJson() {
            return new Members(more)
                    .put("uri", uri)
                    .put("mimeType", mimeType)
                    .put("blob", blob)
                    .put("_meta", meta)
                    .json();
        }
    }

    /** Returns the URI of what is contained, which may be a part of what was asked for. */
    String uri();

    /** Returns the type of the contents, where the server knows it. */
    @Nullable
    String mimeType();

    /** Returns what the server attached; do not modify. */
    @Nullable
    ObjectNode meta();

    /** Writes these contents. */
    ObjectNode toJson();

    /** Returns contents that are text. */
    static Text text(String uri, @Nullable String mimeType, String text) {
        return new Text(uri, mimeType, text, null, Json.object());
    }

    /** Returns contents that are bytes. */
    static Blob blob(String uri, @Nullable String mimeType, byte[] bytes) {
        return new Blob(uri, mimeType, Base64Text.of(bytes), null, Json.object());
    }

    /** Reads contents. */
    static ResourceContents from(JsonNode json) {
        var fields = Fields.of("resource contents", json);
        var uri = fields.string("uri");
        var mimeType = fields.optionalString("mimeType");
        var meta = fields.optionalObject("_meta");
        var text = fields.optionalString("text");
        return text != null
                ? new Text(uri, mimeType, text, meta, fields.rest())
                : new Blob(uri, mimeType, fields.string("blob"), meta, fields.rest());
    }
}
