package dev.fairlead.client.schema;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A look at a schema document before it is compiled: its size, the names in it and where its references lead. */
final class SchemaScan {

    /** Levels of JSON; the deepest schemas seen in use have about 30, and compiling recurses. */
    static final int MAX_DEPTH = 64;

    /** JSON values; a schema of a whole API is about 10,000, and each becomes a few objects. */
    static final int MAX_VALUES = 50_000;

    /** Schemas within the schema; each is compiled once for each distinct reference to what holds it. */
    static final int MAX_SUBSCHEMAS = 10_000;

    /** Characters in names and strings; ten times the largest tool description seen. */
    static final int MAX_TEXT = 1_000_000;

    private static final Set<String> SCHEMA_KEYWORDS = Set.of(
            "not",
            "if",
            "then",
            "else",
            "items",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "propertyNames",
            "additionalProperties",
            "unevaluatedProperties",
            "contentSchema");
    private static final Set<String> LIST_KEYWORDS = Set.of("allOf", "anyOf", "oneOf", "prefixItems", "items");
    private static final Set<String> MAP_KEYWORDS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");
    private static final Set<String> ANCHORS = Set.of("$anchor", "$dynamicAnchor");

    private final String idKeyword;
    private final Set<String> resources = new HashSet<>();
    private final Set<String> anchors = new HashSet<>();
    private final List<Reference> references = new ArrayList<>();
    private int values;
    private int subschemas;
    private long text;

    private SchemaScan(String idKeyword) {
        this.idKeyword = idKeyword;
    }

    /** Finds the first reason why a schema should not even be compiled. */
    static Optional<String> objection(JsonNode schema, String idKeyword) {
        SchemaScan scan = new SchemaScan(idKeyword);
        try {
            scan.measure(schema, 1);
            scan.visit(schema, "");
            scan.references.forEach(scan::follow);
            return Optional.empty();
        } catch (Objection objection) {
            return Optional.ofNullable(objection.getMessage());
        }
    }

    private void measure(JsonNode node, int depth) {
        if (depth > MAX_DEPTH) {
            throw new Objection("is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (++values > MAX_VALUES) {
            throw new Objection("has more than " + MAX_VALUES + " values");
        }
        if (node.isString()) {
            text += node.stringValue().length();
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            text += member.getKey().length();
            measure(member.getValue(), depth + 1);
        }
        if (node.isArray()) {
            node.values().forEach(item -> measure(item, depth + 1));
        }
        if (text > MAX_TEXT) {
            throw new Objection("has more than " + MAX_TEXT + " characters of text");
        }
    }

    private void visit(JsonNode schema, String outerBase) {
        if (!schema.isObject()) {
            return;
        }
        if (++subschemas > MAX_SUBSCHEMAS) {
            throw new Objection("has more than " + MAX_SUBSCHEMAS + " subschemas");
        }
        String base = outerBase;
        JsonNode id = schema.path(idKeyword);
        if (id.isString()) {
            String full = resolve(outerBase, id.stringValue());
            anchors.add(fragment(full));
            base = withoutFragment(full);
        }
        resources.add(base);
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            keyword(member.getKey(), member.getValue(), base);
        }
    }

    private void keyword(String name, JsonNode value, String base) {
        if (value.isString() && REFERENCES.contains(name)) {
            references.add(new Reference(base, value.stringValue()));
        } else if (value.isString() && ANCHORS.contains(name)) {
            anchors.add(value.stringValue());
        } else if (value.isObject() && MAP_KEYWORDS.contains(name)) {
            value.values().forEach(schema -> visit(schema, base));
        } else if (value.isArray() && LIST_KEYWORDS.contains(name)) {
            value.values().forEach(schema -> visit(schema, base));
        } else if (SCHEMA_KEYWORDS.contains(name)) {
            visit(value, base);
        }
    }

    private void follow(Reference reference) {
        String full = resolve(reference.base(), reference.target());
        String resource = withoutFragment(full);
        if (BuiltInSchemas.contains(resource)) {
            return;
        }
        if (!resources.contains(resource)) {
            throw new Objection(BuiltInSchemas.ExternalReference.reason(ProblemText.shorten(full)));
        }
        String fragment = fragment(full);
        // Pointers are followed by the compiler; an anchor that a dynamic reference misses would only show in a check.
        if (!fragment.isEmpty() && !fragment.startsWith("/") && !anchors.contains(fragment)) {
            throw new Objection("refers to #" + ProblemText.shorten(fragment) + ", which is not in it");
        }
    }

    private String resolve(String base, String target) {
        if (target.startsWith("#")) {
            return base + target;
        }
        try {
            return base.isEmpty() ? target : URI.create(base).resolve(target).toString();
        } catch (IllegalArgumentException malformed) {
            throw new Objection("holds an address that cannot be read: " + ProblemText.shorten(target), malformed);
        }
    }

    private static String withoutFragment(String address) {
        int hash = address.indexOf('#');
        return hash < 0 ? address : address.substring(0, hash);
    }

    private static String fragment(String address) {
        int hash = address.indexOf('#');
        return hash < 0 ? "" : address.substring(hash + 1);
    }

    private record Reference(String base, String target) {}

    private static final class Objection extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Objection(String message) {
            super(message);
        }

        Objection(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
