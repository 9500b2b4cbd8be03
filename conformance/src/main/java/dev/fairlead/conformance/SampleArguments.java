package dev.fairlead.conformance;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Arguments that a tool accepts, made up from the types in its schema. */
final class SampleArguments {
    private SampleArguments() {}

    /** Returns a value for every property of a tool. */
    static ObjectNode of(Tool tool) {
        var arguments = Json.object();
        tool.inputSchema()
                .path("properties")
                .properties()
                .forEach(property -> arguments.set(property.getKey(), sample(property.getValue())));
        return arguments;
    }

    private static JsonNode sample(JsonNode schema) {
        var nodes = JsonNodeFactory.instance;
        return switch (schema.path("type").stringValue("")) {
            case "integer", "number" -> nodes.numberNode(1);
            case "boolean" -> nodes.booleanNode(true);
            case "object" -> nodes.objectNode();
            case "array" -> nodes.arrayNode();
            case "null" -> nodes.nullNode();
            default -> nodes.stringNode("sample");
        };
    }
}
