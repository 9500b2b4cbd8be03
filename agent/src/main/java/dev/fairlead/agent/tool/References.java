package dev.fairlead.agent.tool;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds what references in a schema point to. Nothing is ever fetched. */
final class References {
    private static final int MOST_INDEXED = 200_000;
    private static final int LONGEST = 2_000;

    private final ObjectNode document;
    private @Nullable Map<String, ObjectNode> named; // by $id, $anchor and #anchor, made when first needed

    References(ObjectNode document) {
        this.document = document;
    }

    /**
     * What a reference points to.
     *
     * @param base where its own references begin
     */
    record Target(JsonNode schema, ObjectNode base) {}

    /** Returns what a reference points to; null if that is not in the document. */
    @Nullable
    Target find(String reference, ObjectNode base) {
        if (reference.length() > LONGEST) {
            return null;
        }
        int hash = reference.indexOf('#');
        var resource = hash < 0 ? reference : reference.substring(0, hash);
        var fragment = hash < 0 ? "" : reference.substring(hash + 1);
        var start = resource.isEmpty() ? base : named().get(resource);
        if (start == null) {
            return null;
        }
        if (fragment.isEmpty()) {
            return new Target(start, start);
        }
        if (fragment.startsWith("/")) {
            var schema = follow(start, fragment);
            // Older generators count from the beginning of the document whatever $id says.
            if (schema == null && !Schemas.same(start, document)) {
                schema = follow(document, fragment);
                return schema == null ? null : new Target(schema, document);
            }
            return schema == null ? null : new Target(schema, start);
        }
        var anchored = named().get("#" + fragment);
        return anchored == null ? null : new Target(anchored, start);
    }

    private static @Nullable JsonNode follow(ObjectNode start, String pointer) {
        JsonNode here = start;
        for (var raw : pointer.substring(1).split("/", -1)) {
            var step = decoded(raw).replace("~1", "/").replace("~0", "~");
            here = here.isArray() ? element(here, step) : here.get(step);
            if (here == null) {
                return null;
            }
        }
        return here;
    }

    private static @Nullable JsonNode element(JsonNode array, String step) {
        return step.matches("[0-9]{1,6}") ? array.get(Integer.parseInt(step)) : null;
    }

    private static String decoded(String step) {
        if (step.indexOf('%') < 0) {
            return step;
        }
        try {
            return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return step; // A sign of percent that stands for itself.
        }
    }

    private Map<String, ObjectNode> named() {
        if (named == null) {
            named = index();
        }
        return named;
    }

    private Map<String, ObjectNode> index() {
        var found = new HashMap<String, ObjectNode>();
        var waiting = new ArrayDeque<JsonNode>();
        waiting.add(document);
        for (int seen = 0; !waiting.isEmpty() && seen < MOST_INDEXED; seen++) {
            var node = waiting.poll();
            if (node instanceof ObjectNode object) {
                enter(object, found);
            }
            for (var child : node) {
                if (child.isContainer()) {
                    waiting.add(child);
                }
            }
        }
        return found;
    }

    private static void enter(ObjectNode schema, Map<String, ObjectNode> found) {
        for (var word : new String[] {"$anchor", "$dynamicAnchor"}) {
            var anchor = Schemas.text(schema, word);
            if (anchor != null) {
                found.putIfAbsent("#" + anchor, schema);
            }
        }
        var id = Schemas.text(schema, "$id");
        if (id != null) {
            found.putIfAbsent(id.endsWith("#") ? id.substring(0, id.length() - 1) : id, schema);
        }
    }
}
