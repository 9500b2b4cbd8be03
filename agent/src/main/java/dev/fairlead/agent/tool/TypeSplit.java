package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds out which types a schema is about, and makes one schema for each. */
final class TypeSplit {
    private static final Map<String, List<String>> ABOUT = about();

    private final DialectRules rules;
    private final Room room;

    TypeSplit(DialectRules rules, Room room) {
        this.rules = rules;
        this.room = room;
    }

    private static Map<String, List<String>> about() {
        var numbers = List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");
        var about = new LinkedHashMap<String, List<String>>();
        about.put(
                "object",
                List.of(
                        "properties",
                        "required",
                        "additionalProperties",
                        "patternProperties",
                        "propertyNames",
                        "minProperties",
                        "maxProperties",
                        "dependentRequired"));
        about.put("array", List.of("items", "prefixItems", "minItems", "maxItems", "uniqueItems"));
        about.put("string", List.of("minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"));
        about.put("integer", numbers);
        about.put("number", numbers);
        about.put("boolean", List.of());
        about.put("null", List.of());
        return about;
    }

    /** Names the types of a schema that names none, by what its other keywords are about. */
    void infer(ObjectNode schema, String at) {
        if (schema.has("type") || schema.has("anyOf")) {
            return;
        }
        if (schema.get("enum") instanceof ArrayNode values) {
            var types = new LinkedHashSet<String>();
            values.forEach(value -> types.add(Schemas.typeOf(value)));
            room.note(at, "`type` is added", "it follows from the values");
            put(schema, new ArrayList<>(types));
            return;
        }
        var types = ABOUT.entrySet().stream()
                .filter(about -> !about.getKey().equals("integer"))
                .filter(about -> about.getValue().stream().anyMatch(schema::has))
                .map(Map.Entry::getKey)
                .toList();
        if (!types.isEmpty()) {
            room.noteNarrower(
                    at, "`type` is %s".formatted(String.join(" or ", types)), "what is said is about nothing else");
            put(schema, types);
        }
    }

    private static void put(ObjectNode schema, List<String> types) {
        schema.set("type", Schemas.type(types));
    }

    /** Returns a schema for each type, the words with the first; the schema itself if there is one type or none. */
    List<ObjectNode> branches(ObjectNode schema, String at) {
        var types = Schemas.types(schema);
        if (types.isEmpty()) {
            return List.of(schema);
        }
        var branches = new ArrayList<ObjectNode>();
        for (var type : types) {
            var branch = branch(schema, type, branches.isEmpty(), at);
            if (branch != null) {
                branches.add(branch);
            }
        }
        if (branches.isEmpty()) {
            // No value is of any of the types, so nothing is lost whatever is told.
            room.note(at, "`enum` is left out", "its values are not of the type");
            var rest = Schemas.shallow(schema);
            rest.remove("enum");
            return branches(rest, at);
        }
        return branches;
    }

    private @Nullable ObjectNode branch(ObjectNode schema, String type, boolean first, String at) {
        var branch = Json.object().put("type", type);
        var others = new LinkedHashSet<String>();
        ABOUT.values().forEach(others::addAll);
        others.removeAll(ABOUT.getOrDefault(type, List.of()));
        for (var member : schema.properties()) {
            var keyword = member.getKey();
            boolean word = Set.of("title", "description", "default", "examples").contains(keyword);
            if (!keyword.equals("type") && !others.contains(keyword) && (first || !word)) {
                branch.set(keyword, member.getValue());
            } else if (others.contains(keyword) && Schemas.types(schema).size() == 1) {
                room.note(at, "`%s` is left out".formatted(keyword), "it is not about the type");
            }
        }
        if (branch.has("format") && !Set.of("string", "integer", "number").contains(type)) {
            branch.remove("format");
        }
        return branch.get("enum") instanceof ArrayNode values ? enumerated(branch, type, values, at) : branch;
    }

    /** Returns the schema with the values that are of its type; null if there are none. */
    private @Nullable ObjectNode enumerated(ObjectNode branch, String type, ArrayNode values, String at) {
        var own = Json.array();
        values.forEach(value -> {
            if (isOf(value, type)) {
                own.add(value);
            }
        });
        branch.remove("enum");
        if (own.isEmpty()) {
            return null;
        }
        if (type.equals("null") || (type.equals("boolean") && own.size() == 2)) {
            return branch;
        }
        if (!rules.stringEnums() || (type.equals("string") && !hasEmpty(own))) {
            branch.set("enum", own);
            return branch;
        }
        return type.equals("string") ? withoutEmpty(branch, own, at) : inWords(branch, own, at);
    }

    private static boolean isOf(JsonNode value, String type) {
        var actual = Schemas.typeOf(value);
        return actual.equals(type) || (type.equals("number") && actual.equals("integer"));
    }

    private static boolean hasEmpty(ArrayNode values) {
        for (var value : values) {
            if (value.isString() && value.stringValue().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private ObjectNode withoutEmpty(ObjectNode branch, ArrayNode values, String at) {
        var rest = Json.array();
        values.forEach(value -> {
            if (!value.stringValue().isEmpty()) {
                rest.add(value);
            }
        });
        if (rest.isEmpty()) {
            return inWords(branch, values, at);
        }
        room.noteNarrower(at, "the empty text is no longer among the values", "it is turned away there");
        branch.set("enum", rest);
        return branch;
    }

    private ObjectNode inWords(ObjectNode branch, ArrayNode values, String at) {
        var hints = new Hints();
        boolean told = hints.tell("enum", values);
        room.note(
                at,
                told ? "the values are told in the description" : "the values are left out",
                "only texts can be enumerated");
        hints.write(branch, at, room);
        return branch;
    }
}
