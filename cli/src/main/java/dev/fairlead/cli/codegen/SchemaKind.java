package dev.fairlead.cli.codegen;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What a schema without a reference says that its values are, as far as Java can say it. */
enum SchemaKind {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    ARRAY,
    OBJECT,
    /** Some strings. */
    ENUM,
    /** Some values, of which not all are strings, or none at all. */
    LITERALS,
    /** What another schema says, or null. */
    WRAPPED,
    /** Several types. */
    UNION,
    /** Several schemas. */
    COMBINED,
    ANYTHING,
    UNKNOWN;

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);

    static SchemaKind of(JsonNode schema) {
        if (!schema.isObject()) {
            return ANYTHING;
        }
        if (schema.has("enum") || schema.has("const")) {
            return ofLiterals(literals(schema));
        }
        if (!wrapped(schema).isMissingNode() && !schema.has("properties")) {
            return WRAPPED;
        }
        if (combines(schema)) {
            return COMBINED;
        }
        var types = types(schema).stream().filter(type -> !type.equals("null")).toList();
        return switch (types.size()) {
            case 0 -> schema.has("type") ? ANYTHING : implied(schema);
            case 1 -> ofType(types.getFirst());
            default -> UNION;
        };
    }

    /** Tells whether null is a value too. */
    static boolean nullable(JsonNode schema) {
        return types(schema).contains("null")
                || values(schema).stream().anyMatch(JsonNode::isNull)
                || branches(schema).anyMatch(SchemaKind::onlyNull);
    }

    /** Returns the one schema besides null of a combination, or a missing node. */
    static JsonNode wrapped(JsonNode schema) {
        var others = branches(schema).filter(branch -> !onlyNull(branch)).toList();
        var missing = schema.path("");
        return others.size() == 1 && others.getFirst().isObject() ? others.getFirst() : missing;
    }

    /** Returns the values besides null that an enumeration or a constant allows, each once. */
    static List<JsonNode> literals(JsonNode schema) {
        return values(schema).stream()
                .filter(value -> !value.isNull())
                .distinct()
                .toList();
    }

    /** Tells whether an integer is allowed that is no long. */
    static boolean exceedsLong(JsonNode schema) {
        return Stream.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
                .map(schema::path)
                .filter(JsonNode::isNumber)
                .map(JsonNode::decimalValue)
                .anyMatch(bound -> bound.compareTo(MOST) > 0 || bound.compareTo(LEAST) < 0);
    }

    private static List<JsonNode> values(JsonNode schema) {
        var constant = schema.path("const");
        return constant.isMissingNode() ? List.copyOf(schema.path("enum").values()) : List.of(constant);
    }

    private static SchemaKind ofLiterals(List<JsonNode> values) {
        if (values.isEmpty()) {
            return LITERALS;
        }
        if (values.stream().allMatch(JsonNode::isString)) {
            return ENUM;
        }
        if (values.stream().allMatch(JsonNode::isBoolean)) {
            return BOOLEAN;
        }
        if (values.stream().allMatch(value -> value.isIntegralNumber() && value.canConvertToLong())) {
            return INTEGER;
        }
        return values.stream().allMatch(JsonNode::isNumber) ? NUMBER : LITERALS;
    }

    /** Tells whether other schemas say more than which properties are required together. */
    private static boolean combines(JsonNode schema) {
        boolean record = schema.has("properties");
        return branches(schema)
                .anyMatch(branch -> !record || branch.propertyStream().anyMatch(SchemaKind::says));
    }

    private static boolean says(Map.Entry<String, JsonNode> member) {
        return !List.of("required", "title", "description", "type", "not").contains(member.getKey());
    }

    private static Stream<JsonNode> branches(JsonNode schema) {
        return Stream.of("anyOf", "oneOf", "allOf").flatMap(word -> schema.path(word).values().stream());
    }

    private static boolean onlyNull(JsonNode schema) {
        return types(schema).equals(List.of("null"));
    }

    private static List<String> types(JsonNode schema) {
        var given = schema.path("type");
        var types = new ArrayList<String>();
        if (given.isString()) {
            types.add(given.stringValue());
        }
        given.values().stream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .forEach(types::add);
        return types.stream().distinct().toList();
    }

    private static SchemaKind implied(JsonNode schema) {
        if (schema.has("properties") || schema.path("additionalProperties").isObject()) {
            return OBJECT;
        }
        return schema.has("items") || schema.has("prefixItems") ? ARRAY : ANYTHING;
    }

    private static SchemaKind ofType(String type) {
        return switch (type) {
            case "string" -> STRING;
            case "integer" -> INTEGER;
            case "number" -> NUMBER;
            case "boolean" -> BOOLEAN;
            case "array" -> ARRAY;
            case "object" -> OBJECT;
            default -> UNKNOWN;
        };
    }
}
