package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Small questions about schemas. None of it changes what it is given. */
final class Schemas {
    static final Set<String> TYPES = Set.of("object", "array", "string", "number", "integer", "boolean", "null");

    private Schemas() {}

    /** Returns a schema that nothing follows. */
    static ObjectNode never() {
        var never = Json.object();
        never.set("not", Json.object());
        return never;
    }

    /** Tells whether nothing can follow the schema. */
    static boolean isNever(JsonNode schema) {
        var not = schema.get("not");
        return not != null && not.isObject() && not.isEmpty();
    }

    /** Returns the types that it names; none if it names none. */
    static List<String> types(JsonNode schema) {
        var type = schema.get("type");
        if (type == null) {
            return List.of();
        }
        return type.isString() ? List.of(type.stringValue()) : strings(type);
    }

    /** Writes types, one as a text, several as a list. */
    static JsonNode type(List<String> types) {
        var list = list(types);
        return types.size() == 1 ? list.get(0) : list;
    }

    static List<String> strings(@Nullable JsonNode array) {
        var strings = new ArrayList<String>();
        if (array != null && array.isArray()) {
            for (var element : array) {
                if (element.isString()) {
                    strings.add(element.stringValue());
                }
            }
        }
        return strings;
    }

    static ArrayNode list(Iterable<String> texts) {
        var list = Json.array();
        texts.forEach(list::add);
        return list;
    }

    /** Returns a copy whose members are those of the original. */
    static ObjectNode shallow(ObjectNode schema) {
        var copy = Json.object();
        schema.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
        return copy;
    }

    static @Nullable ObjectNode object(JsonNode parent, String member) {
        return parent.get(member) instanceof ObjectNode object ? object : null;
    }

    static @Nullable String text(JsonNode parent, String member) {
        var value = parent.get(member);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    /** Returns the name of the type of a value. */
    static String typeOf(JsonNode value) {
        if (value.isNumber()) {
            return whole(value) ? "integer" : "number";
        }
        if (value.isString()) {
            return "string";
        }
        if (value.isBoolean()) {
            return "boolean";
        }
        if (value.isObject()) {
            return "object";
        }
        return value.isArray() ? "array" : "null";
    }

    private static boolean whole(JsonNode number) {
        // A number such as 1e999999999 must not be written out to be looked at.
        return number.isIntegralNumber()
                || (finite(number) && decimal(number).stripTrailingZeros().scale() <= 0);
    }

    static BigDecimal decimal(JsonNode number) {
        return number.decimalValue();
    }

    /** Tells whether a number is one that everybody can read. */
    static boolean finite(JsonNode number) {
        return number.isNumber() && Double.isFinite(number.numberValue().doubleValue());
    }

    /** Tells whether it is the very same node: equal ones elsewhere are others, and comparing them may take for ever. */
    @SuppressWarnings("ReferenceEquality")
    static boolean same(JsonNode one, JsonNode other) {
        return one == other;
    }

    /** Returns a pointer to a member. */
    static String below(String pointer, String... steps) {
        var all = new StringBuilder(pointer);
        for (var step : steps) {
            all.append('/').append(step.replace("~", "~0").replace("/", "~1"));
        }
        return all.toString();
    }
}
