package dev.fairlead.client.peer;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Those arguments of a tool that its schema wants repeated in headers, and what is wrong with that wish. */
final class MirroredParameters {
    private static final String ANNOTATION = "x-mcp-header";
    private static final int MAX_DEPTH = 200;
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final Set<String> NULL = Set.of("null");

    /** Keywords with names in them, each of a schema. */
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    /** Keywords with data in them, in which nothing is a keyword. */
    private static final Set<String> DATA =
            Set.of("enum", "const", "default", "examples", "example", "required", "dependentRequired");

    private final List<MirroredParameter> valid = new ArrayList<>();
    private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable String problem;

    private MirroredParameters() {}

    /** Finds the annotations of a schema. */
    static MirroredParameters of(JsonNode inputSchema) {
        var found = new MirroredParameters();
        found.visit(inputSchema, Place.ROOT, 1);
        return found;
    }

    /** Lists the arguments whose annotation is in order. */
    List<MirroredParameter> valid() {
        return List.copyOf(valid);
    }

    /** Says what is wrong with the first annotation that is not in order. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private void visit(JsonNode node, @Nullable Place place, int depth) {
        if (depth > MAX_DEPTH) {
            objection("is nested deeper than %s levels".formatted(MAX_DEPTH));
        } else if (node.isArray()) {
            node.forEach(element -> visit(element, null, depth + 1));
        } else if (node.isObject()) {
            visitSchema(node, place, depth);
        }
    }

    private void visitSchema(JsonNode schema, @Nullable Place place, int depth) {
        var annotation = schema.get(ANNOTATION);
        if (annotation != null) {
            judge(annotation, schema, place);
        }
        for (var member : schema.properties()) {
            var keyword = member.getKey();
            var value = member.getValue();
            if (NAMED.contains(keyword) && value.isObject()) {
                // Only what is certain to apply may be annotated: properties of properties.
                var within = keyword.equals("properties") ? place : null;
                value.properties()
                        .forEach(named ->
                                visit(named.getValue(), within == null ? null : within.of(named.getKey()), depth + 2));
            } else if (!keyword.equals(ANNOTATION) && !DATA.contains(keyword)) {
                visit(value, null, depth + 1);
            }
        }
    }

    private void judge(JsonNode annotation, JsonNode schema, @Nullable Place place) {
        var what = "has the %s %s ".formatted(ANNOTATION, Excerpt.of(annotation.toString(), 80));
        if (place == null || place.parent() == null) {
            objection(what + "on something that is no property within properties alone");
            return;
        }
        var where = what + "on " + Excerpt.of(String.join(".", place.path()), 80) + ", ";
        if (!annotation.isString() || !TOKEN.matcher(annotation.stringValue()).matches()) {
            objection(where + "which cannot be part of the name of a header");
        } else if (!isMirrored(schema.get("type"))) {
            objection(where + "which is not of type string, integer or boolean");
        } else if (!names.add(annotation.stringValue())) {
            objection(where + "which another property has already");
        } else {
            valid.add(new MirroredParameter(annotation.stringValue(), place.path()));
        }
    }

    /** Accepts one type, possibly beside null. */
    private static boolean isMirrored(@Nullable JsonNode type) {
        if (type == null || !type.isArray()) {
            return isOneOf(TYPES, type);
        }
        int mirrored = 0;
        for (var one : type) {
            if (isOneOf(TYPES, one)) {
                mirrored++;
            } else if (!isOneOf(NULL, one)) {
                return false;
            }
        }
        return mirrored == 1;
    }

    private static boolean isOneOf(Set<String> types, @Nullable JsonNode type) {
        return type != null && type.isString() && types.contains(type.stringValue());
    }

    private void objection(String words) {
        if (problem == null) {
            problem = "its input schema " + words;
        }
    }

    /** A property, by the property that it is in. */
    private record Place(@Nullable Place parent, String name) {
        static final Place ROOT = new Place(null, "");

        Place of(String name) {
            return new Place(this, name);
        }

        List<String> path() {
            var path = new ArrayDeque<String>();
            for (var place = this; place != null && place.parent != null; place = place.parent) {
                path.addFirst(place.name);
            }
            return List.copyOf(path);
        }
    }
}
