package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes up schemas: sensible ones, and such as nobody in their right mind would write. */
final class RandomSchemas {
    private static final List<String> TYPES =
            List.of("object", "array", "string", "number", "integer", "boolean", "null");
    private static final List<String> NAMES = List.of("a", "b", "c d", "$ref", "type", "x".repeat(70), "é", "");
    private static final List<String> REFERENCES = List.of(
            "#",
            "#/$defs/a",
            "#/$defs/b",
            "#/$defs/c",
            "#/properties/a",
            "#here",
            "#/nowhere",
            "https://example.com/x");
    private static final List<String> KEYWORDS = List.of(
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minItems",
            "uniqueItems",
            "minProperties",
            "default",
            "const",
            "title",
            "description",
            "$comment",
            "$id",
            "x-own",
            "examples",
            "required",
            "dependentRequired",
            "nullable");

    private final Random random;
    private final double madness;

    RandomSchemas(Random random, double madness) {
        this.random = random;
        this.madness = madness;
    }

    ObjectNode root() {
        var root = object(0);
        if (random.nextDouble() > madness) {
            root.put("type", "object");
        }
        var definitions = root.putObject("$defs");
        for (var name : List.of("a", "b", "c")) {
            definitions.set(name, schema(1));
        }
        if (random.nextInt(4) == 0) {
            root.put("$schema", "http://json-schema.org/draft-07/schema#");
        }
        return root;
    }

    /** Returns a schema such as people write. */
    ObjectNode gentle() {
        var root = members(0);
        var definitions = root.putObject("$defs");
        for (var name : List.of("a", "b", "c")) {
            definitions.set(name, gentle(2));
        }
        return root;
    }

    private ObjectNode members(int depth) {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        for (var name : List.of("a", "b", "c", "d")) {
            if (random.nextBoolean()) {
                properties.set(name, gentle(depth + 1));
            }
        }
        if (random.nextBoolean() && !properties.isEmpty()) {
            schema.putArray("required")
                    .add(properties.propertyNames().iterator().next());
        }
        if (random.nextInt(3) == 0) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private ObjectNode gentle(int depth) {
        int kind = random.nextInt(depth > 3 ? 6 : 14);
        return switch (kind) {
            case 0 -> Json.object().put("type", "string").put("minLength", random.nextInt(3));
            case 1 -> Json.object().put("type", "integer").put("exclusiveMinimum", random.nextInt(5));
            case 2 -> (ObjectNode) Json.parse("{\"enum\":[\"x\",1,null,\"\",2.5]}");
            case 3 -> (ObjectNode) Json.parse("{\"type\":[\"string\",\"null\",\"array\"],\"maxLength\":4}");
            case 4 -> Json.object().put("const", pick(List.of("p", "q")));
            case 5 -> Json.object().put("$ref", pick(List.of("#/$defs/a", "#/$defs/b", "#/$defs/c", "#")));
            case 6, 7 -> choice(pick(List.of("anyOf", "oneOf")), gentle(depth + 1), gentle(depth + 1));
            case 8 -> choice("allOf", members(depth + 1), members(depth + 1));
            case 9 -> {
                var list = Json.object().put("type", "array");
                list.set("items", gentle(depth + 1));
                yield list;
            }
            case 10 -> {
                var tuple = Json.object().put("type", "array");
                tuple.putArray("prefixItems").add(gentle(depth + 1)).add(gentle(depth + 1));
                tuple.set("items", gentle(depth + 1));
                yield tuple;
            }
            case 11 -> {
                var named = members(depth + 1).put("additionalProperties", false);
                named.putObject("patternProperties").set("^m", gentle(depth + 1));
                yield named;
            }
            case 12 -> {
                var both = members(depth + 1);
                both.putArray("anyOf").add(members(depth + 1)).add(members(depth + 1));
                yield both;
            }
            default -> members(depth + 1);
        };
    }

    private static ObjectNode choice(String keyword, ObjectNode one, ObjectNode other) {
        var choice = Json.object();
        choice.putArray(keyword).add(one).add(other);
        return choice;
    }

    private JsonNode schema(int depth) {
        if (random.nextDouble() < madness / 4) {
            return garbage();
        }
        if (random.nextInt(12) == 0) {
            return Json.tree(random.nextBoolean());
        }
        if (random.nextInt(5) == 0) {
            var reference = Json.object().put("$ref", pick(REFERENCES));
            if (random.nextBoolean()) {
                reference.put("description", "beside");
            }
            return reference;
        }
        return depth > 4 ? Json.object().put("type", pick(TYPES)) : object(depth);
    }

    private ObjectNode object(int depth) {
        var schema = Json.object();
        switch (random.nextInt(4)) {
            case 0 -> schema.set("type", Json.array().add(pick(TYPES)).add(pick(TYPES)));
            case 1, 2 -> schema.put("type", depth == 0 ? "object" : pick(TYPES));
            default -> {}
        }
        if (depth == 0 || random.nextInt(3) == 0) {
            var properties = schema.putObject("properties");
            for (int i = random.nextInt(4); i >= 0; i--) {
                properties.set(pick(NAMES), schema(depth + 1));
            }
        }
        for (var keyword : List.of("items", "additionalProperties", "propertyNames", "not", "if", "contains")) {
            if (random.nextInt(6) == 0) {
                schema.set(keyword, schema(depth + 1));
            }
        }
        for (var keyword : List.of("anyOf", "oneOf", "allOf", "prefixItems", "items")) {
            if (random.nextInt(7) == 0) {
                var list = schema.putArray(keyword);
                for (int i = random.nextInt(4); i >= 0; i--) {
                    list.add(schema(depth + 1));
                }
            }
        }
        if (random.nextInt(6) == 0) {
            schema.putObject("patternProperties").set(random.nextBoolean() ? "^x" : "(", schema(depth + 1));
        }
        if (random.nextInt(5) == 0) {
            var values = schema.putArray("enum");
            for (int i = random.nextInt(4); i >= 0; i--) {
                values.add(garbage());
            }
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            var keyword = pick(KEYWORDS);
            schema.set(keyword, random.nextDouble() < madness ? garbage() : sensible(keyword));
        }
        return schema;
    }

    private JsonNode sensible(String keyword) {
        return switch (keyword) {
            case "pattern" -> Json.tree(random.nextBoolean() ? "^[a-z]*$" : "^(?=a)");
            case "format" -> Json.tree(random.nextBoolean() ? "date-time" : "uri");
            case "title", "description", "$comment", "$id" -> Json.tree("words " + random.nextInt(9));
            case "uniqueItems", "nullable" -> Json.tree(random.nextBoolean());
            case "required" -> Json.array().add(pick(NAMES)).add("a");
            case "dependentRequired" -> Json.parse("{\"a\":[\"b\"]}");
            case "examples" -> Json.parse("[1]");
            default -> Json.tree(1 + random.nextInt(9));
        };
    }

    private JsonNode garbage() {
        return Json.parse(pick(List.of(
                "null",
                "true",
                "0",
                "-1.5",
                "1e400",
                "\"\"",
                "\"a\"",
                "\"\\ud800\"",
                "[]",
                "{}",
                "[[1],{\"a\":null}]",
                "{\"type\":\"object\"}",
                "\"(\"",
                "99999999999999999999")));
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
