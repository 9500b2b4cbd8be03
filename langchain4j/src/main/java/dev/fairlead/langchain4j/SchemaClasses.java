package dev.fairlead.langchain4j;

import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON Schema in the classes of LangChain4j. They know little of it; whatever they have no place for goes as it is written,
 * which most of its models take.
 */
final class SchemaClasses {
    private static final Set<String> OF_ROOT = Set.of("type", "description", "properties", "required", "$defs");

    /** Whether the models take schemas as they are written; those of Google throw. */
    private final boolean written;

    SchemaClasses(boolean written) {
        this.written = written;
    }

    /** Returns the arguments of a tool, but for {@link #rest}. */
    JsonObjectSchema arguments(ObjectNode schema) {
        var more = schema.path("additionalProperties");
        var arguments = JsonObjectSchema.builder()
                .addProperties(elements(schema.path("properties")))
                .required(strings(schema.path("required")))
                .definitions(elements(schema.path("$defs")));
        return (more.isBoolean() ? arguments.additionalProperties(more.booleanValue()) : arguments).build();
    }

    /** Returns what the outermost class has no place for; its description has one, but not everybody sends that. */
    static ObjectNode rest(ObjectNode schema) {
        var rest = Json.object();
        schema.properties().forEach(member -> {
            boolean hasPlace = OF_ROOT.contains(member.getKey())
                    || (member.getKey().equals("additionalProperties")
                            && member.getValue().isBoolean());
            if (!hasPlace) {
                rest.set(member.getKey(), member.getValue());
            }
        });
        return rest;
    }

    private Map<String, JsonSchemaElement> elements(JsonNode schemas) {
        var elements = new LinkedHashMap<String, JsonSchemaElement>();
        schemas.properties().forEach(each -> elements.put(each.getKey(), element(each.getValue())));
        return elements;
    }

    private JsonSchemaElement element(JsonNode schema) {
        if (schema.isBoolean()) {
            return JsonRawSchema.from(schema.booleanValue() ? "{}" : "{\"not\":{}}");
        }
        var exact = exact(schema);
        if (exact != null) {
            return exact;
        }
        return written ? JsonRawSchema.from(Json.write(schema)) : anything(text(schema, "description"));
    }

    /** Returns a choice of all types: those who want classes want each schema to have a type. */
    private static JsonSchemaElement anything(@Nullable String description) {
        var all = new ArrayList<JsonSchemaElement>();
        all.add(new JsonStringSchema());
        all.add(new JsonNumberSchema());
        all.add(new JsonBooleanSchema());
        all.add(JsonObjectSchema.builder().build());
        var items = JsonAnyOfSchema.builder().anyOf(List.copyOf(all)).build();
        all.add(JsonArraySchema.builder().items(items).build());
        return JsonAnyOfSchema.builder().description(description).anyOf(all).build();
    }

    /** Returns a class that says the same; null if there is none. */
    private @Nullable JsonSchemaElement exact(JsonNode schema) {
        if (schema.get("anyOf") instanceof ArrayNode choices) {
            return only(schema, "anyOf", "description") && !choices.isEmpty() ? choice(schema, choices) : null;
        }
        var description = text(schema, "description");
        return switch (schema.path("type").asString("")) {
            case "string" -> string(schema, description);
            case "integer" ->
                only(schema, "type", "description")
                        ? JsonIntegerSchema.builder().description(description).build()
                        : null;
            case "number" ->
                only(schema, "type", "description")
                        ? JsonNumberSchema.builder().description(description).build()
                        : null;
            case "boolean" ->
                only(schema, "type", "description")
                        ? JsonBooleanSchema.builder().description(description).build()
                        : null;
            case "null" -> only(schema, "type") || !written ? new JsonNullSchema() : null;
            case "array" -> array(schema, description);
            case "object" -> object(schema, description);
            default -> null;
        };
    }

    private @Nullable JsonSchemaElement string(JsonNode schema, @Nullable String description) {
        if (!schema.has("enum")) {
            return only(schema, "type", "description")
                    ? JsonStringSchema.builder().description(description).build()
                    : null;
        }
        var values = strings(schema.get("enum"));
        boolean texts = !values.isEmpty() && values.size() == schema.get("enum").size();
        return texts && only(schema, "type", "description", "enum")
                ? JsonEnumSchema.builder()
                        .description(description)
                        .enumValues(values)
                        .build()
                : null;
    }

    private @Nullable JsonSchemaElement array(JsonNode schema, @Nullable String description) {
        if (!only(schema, "type", "description", "items")) {
            return null;
        }
        var array = JsonArraySchema.builder().description(description);
        return (schema.has("items") ? array.items(element(schema.path("items"))) : array).build();
    }

    private @Nullable JsonSchemaElement object(JsonNode schema, @Nullable String description) {
        return only(schema, "type", "description", "properties", "required")
                ? JsonObjectSchema.builder()
                        .description(description)
                        .addProperties(elements(schema.path("properties")))
                        .required(strings(schema.path("required")))
                        .build()
                : null;
    }

    private JsonSchemaElement choice(JsonNode schema, ArrayNode choices) {
        return JsonAnyOfSchema.builder()
                .description(text(schema, "description"))
                .anyOf(choices.valueStream().map(this::element).toList())
                .build();
    }

    private static boolean only(JsonNode schema, String... keywords) {
        return Set.of(keywords).containsAll(schema.propertyNames());
    }

    private static List<String> strings(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }

    private static @Nullable String text(JsonNode schema, String keyword) {
        var value = schema.path(keyword);
        return value.isString() ? value.stringValue() : null;
    }
}
