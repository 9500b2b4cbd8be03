package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes one schema of two that have to hold both. Where that cannot be said in one, what is made holds for more, never
 * for less. Works on schemas that are unfolded, and changes none of them.
 */
final class Merging {
    private static final Set<String> GREATER_WINS =
            Set.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final Set<String> LESS_WINS =
            Set.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");
    private static final Set<String> LATTER_WINS = Set.of("title", "description", "default", "examples");

    private final Room room;

    Merging(Room room) {
        this.room = room;
    }

    /** Returns both in one; what the second says in words counts more. */
    ObjectNode merge(ObjectNode first, ObjectNode second, String at) {
        if (second.isEmpty()) {
            return first;
        }
        if (first.isEmpty()) {
            return second;
        }
        if (Schemas.isNever(first) || Schemas.isNever(second)) {
            return Schemas.never();
        }
        room.enter();
        var both = Schemas.shallow(first);
        for (var member : second.properties()) {
            var keyword = member.getKey();
            var mine = first.get(keyword);
            both.set(keyword, mine == null ? member.getValue() : merged(keyword, mine, member.getValue(), at));
        }
        return both;
    }

    private JsonNode merged(String keyword, JsonNode mine, JsonNode other, String at) {
        if (mine.equals(other)) {
            return mine;
        }
        if (LATTER_WINS.contains(keyword)) {
            return other;
        }
        if (GREATER_WINS.contains(keyword)) {
            return Schemas.decimal(mine).compareTo(Schemas.decimal(other)) >= 0 ? mine : other;
        }
        if (LESS_WINS.contains(keyword)) {
            return Schemas.decimal(mine).compareTo(Schemas.decimal(other)) <= 0 ? mine : other;
        }
        return switch (keyword) {
            case "type" -> types(mine, other, at);
            case "enum" -> common(mine, other, at);
            case "required" -> {
                var all = new LinkedHashSet<>(Schemas.strings(mine));
                all.addAll(Schemas.strings(other));
                yield Schemas.list(all);
            }
            case "properties", "patternProperties", "dependentRequired" -> members(keyword, mine, other, at);
            case "items", "additionalProperties", "propertyNames" -> either(mine, other, Schemas.below(at, keyword));
            case "prefixItems" -> positions(mine, other, at);
            case "uniqueItems" -> mine.booleanValue(false) ? mine : other;
            default -> first(keyword, mine, at);
        };
    }

    private JsonNode first(String keyword, JsonNode mine, String at) {
        room.note(at, "only the first of several `%s` is told".formatted(keyword), "they cannot be told as one");
        return mine;
    }

    private JsonNode types(JsonNode mine, JsonNode other, String at) {
        var theirs = asList(other);
        var common = new LinkedHashSet<String>();
        for (var type : asList(mine)) {
            if (theirs.contains(type) || (type.equals("integer") && theirs.contains("number"))) {
                common.add(type);
            } else if (type.equals("number") && theirs.contains("integer")) {
                common.add("integer");
            }
        }
        return common.isEmpty() ? first("type", mine, at) : Schemas.type(new ArrayList<>(common));
    }

    private static List<String> asList(JsonNode type) {
        return type.isString() ? List.of(type.stringValue()) : Schemas.strings(type);
    }

    private JsonNode common(JsonNode mine, JsonNode other, String at) {
        var theirs = new LinkedHashSet<JsonNode>();
        other.forEach(theirs::add);
        var common = Json.array();
        mine.forEach(value -> {
            if (theirs.contains(value)) {
                common.add(value);
            }
        });
        return common.isEmpty() ? first("enum", mine, at) : common;
    }

    private JsonNode members(String keyword, JsonNode mine, JsonNode other, String at) {
        var all = Schemas.shallow((ObjectNode) mine);
        for (var member : other.properties()) {
            var name = member.getKey();
            var here = mine.get(name);
            var there = member.getValue();
            if (here == null) {
                all.set(name, there);
            } else if (keyword.equals("dependentRequired")) {
                all.set(name, merged("required", here, there, at));
            } else {
                all.set(name, either(here, there, Schemas.below(at, keyword, name)));
            }
        }
        return all;
    }

    /** Merges what can also be a plain yes or no. */
    private JsonNode either(JsonNode mine, JsonNode other, String at) {
        if (mine instanceof ObjectNode here && other instanceof ObjectNode there) {
            return merge(here, there, at);
        }
        if (mine.isBoolean()) {
            return mine.booleanValue() ? other : mine;
        }
        return other.booleanValue() ? mine : other;
    }

    private JsonNode positions(JsonNode mine, JsonNode other, String at) {
        var all = Json.array();
        for (int i = 0; i < Math.max(mine.size(), other.size()); i++) {
            var here = mine.get(i);
            var there = other.get(i);
            if (here == null || there == null) {
                all.add(here == null ? there : here);
            } else {
                all.add(either(here, there, Schemas.below(at, "prefixItems", Integer.toString(i))));
            }
        }
        return all;
    }
}
