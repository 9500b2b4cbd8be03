package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file of a skill, as its entry announces it.
 *
 * @param uri where it is read
 * @param digest of the raw bytes: {@code sha256:} and 64 hexadecimal digits in lower case
 * @param size the number of raw bytes
 * @param more the members that no component knows; do not modify
 */
public record SkillResource(String uri, String digest, long size, ObjectNode more) {
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    /** Returns a file with its digest and size. */
    public static SkillResource of(String uri, String digest, long size) {
        return new SkillResource(uri, digest, size, Json.object());
    }

    /** Reads a file; one that cannot be verified is a {@link BadShape}. */
    public static SkillResource from(JsonNode json) {
        var fields = Fields.of("file of a skill", json);
        var uri = fields.string("uri");
        var digest = fields.string("digest");
        long size = fields.integer("size");
        if (!DIGEST.matcher(digest).matches()) {
            throw fields.missing("digest", "a SHA-256 digest");
        }
        if (size < 0) {
            throw fields.missing("size", "a number of bytes");
        }
        return new SkillResource(uri, digest, size, fields.rest());
    }

    /** Writes this file. */
    public ObjectNode toJson() {
        return new Members(more)
                .put("uri", uri)
                .put("digest", digest)
                .put("size", Long.valueOf(size))
                .json();
    }
}
