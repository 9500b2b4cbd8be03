package dev.fairlead.agent.tool;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes what nobody sees out of the words of a schema. Names, and values that a call has to repeat exactly, stay as they are. */
final class SchemaWords {
    private static final Set<String> EXACT = Set.of(
            "const", "enum", "required", "dependentRequired", "pattern", "$ref", "$dynamicRef", "$id", "$anchor");
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    private SchemaWords() {}

    /** Returns a copy with clean words. */
    static ObjectNode clean(ObjectNode schema) {
        var copy = schema.deepCopy();
        cleanMembers(copy);
        return copy;
    }

    private static void cleanMembers(ObjectNode schema) {
        for (var name : Set.copyOf(schema.propertyNames())) {
            var value = schema.path(name);
            if (NAMED.contains(name) && value instanceof ObjectNode schemas) {
                schemas.propertyNames().forEach(each -> cleanNested(schemas.path(each)));
            } else if (value.isString() && !EXACT.contains(name)) {
                schema.put(name, cleaned(value));
            } else if (!EXACT.contains(name)) {
                cleanNested(value);
            }
        }
    }

    private static void cleanNested(JsonNode value) {
        if (value instanceof ObjectNode object) {
            cleanMembers(object);
        } else if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (array.get(i).isString()) {
                    array.set(i, array.stringNode(cleaned(array.get(i))));
                } else {
                    cleanNested(array.get(i));
                }
            }
        }
    }

    private static String cleaned(JsonNode text) {
        return ModelText.clean(text.stringValue()).text();
    }
}
