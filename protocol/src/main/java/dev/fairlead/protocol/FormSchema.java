package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a form.
 *
 * @param json the JSON Schema that the filled-in form must follow, as received; do not modify
 * @param fields in the order of the schema
 */
public record FormSchema(ObjectNode json, List<FormField> fields) {

    /** Copies the collections. */
    public FormSchema {
        fields = List.copyOf(fields);
    }

    /** Reads a schema; a field of a kind that forms do not have is {@link FormField.Other}. */
    public static FormSchema from(JsonNode json) {
        if (!(json instanceof ObjectNode schema)) {
            throw new BadShape("schema of a form is not an object");
        }
        if (!schema.path("type").stringValue("").equals("object")) {
            throw new BadShape("schema of a form has no 'type' that is object");
        }
        if (!(schema.get("properties") instanceof ObjectNode properties)) {
            throw new BadShape("schema of a form has no 'properties' that is an object");
        }
        var required = required(schema.path("required"));
        var fields = new ArrayList<FormField>();
        properties
                .properties()
                .forEach(entry -> fields.add(
                        FormFieldReader.read(entry.getKey(), entry.getValue(), required.contains(entry.getKey()))));
        return new FormSchema(schema, fields);
    }

    /** Returns a filled-in form with every default that the schema declares, free to be changed. */
    public ObjectNode defaults() {
        var content = Json.object();
        for (var field : fields) {
            var value = field.defaultValue();
            if (value != null) {
                content.set(field.name(), value.deepCopy());
            }
        }
        return content;
    }

    /** Writes this schema. */
    public ObjectNode toJson() {
        return json;
    }

    private static Set<String> required(JsonNode names) {
        return names.valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .collect(Collectors.toUnmodifiableSet());
    }
}
