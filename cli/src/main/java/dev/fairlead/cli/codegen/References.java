package dev.fairlead.cli.codegen;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Follows the references of one schema, which lead nowhere but into itself. */
final class References {
    private static final int MOST_STEPS = 16;
    private static final int LONGEST = 2_000;

    private final JsonNode root;

    References(JsonNode root) {
        this.root = root;
    }

    /**
     * Where references lead.
     *
     * @param name what the schema is called there
     */
    record Target(JsonNode schema, String name) {}

    /** Returns the schema that is meant, or nothing if a reference leads out, to nothing, or around in a circle. */
    Optional<Target> follow(JsonNode schema, String name) {
        var target = new Target(schema, name);
        for (int step = 0; step < MOST_STEPS; step++) {
            var reference = target.schema().path("$ref");
            if (reference.isMissingNode()) {
                return Optional.of(target);
            }
            var pointer = pointer(reference.isString() ? reference.stringValue() : "");
            var found = pointer.map(root::at).orElse(root.path(""));
            if (pointer.isEmpty() || found.isMissingNode()) {
                return Optional.empty();
            }
            var end = pointer.get().last();
            target = new Target(found, end == null ? name : end.getMatchingProperty());
        }
        return Optional.empty();
    }

    private static Optional<JsonPointer> pointer(String reference) {
        if (!reference.startsWith("#") || reference.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            // A plus is a plus in a fragment.
            var fragment = reference.substring(1).replace("+", "%2B");
            return Optional.of(JsonPointer.compile(URLDecoder.decode(fragment, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
