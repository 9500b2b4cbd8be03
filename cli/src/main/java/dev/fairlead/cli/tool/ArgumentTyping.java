package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the arguments of a tool from what was typed, by the tool's schema. */
public final class ArgumentTyping {
    private final Tool tool;

    ArgumentTyping(Tool tool) {
        this.tool = tool;
    }

    /** Returns the arguments; single ones replace members of the whole. */
    ObjectNode values(TypedArguments typed) {
        var values = typed.whole().deepCopy();
        var given = new HashSet<String>();
        for (var entry : typed.entries()) {
            var type = type(entry.key());
            var value = switch (entry) {
                case TypedArguments.Value json -> json.json();
                case TypedArguments.Words words -> value(words.key(), words.text(), type);
            };
            if (given.add(entry.key())) {
                values.set(entry.key(), first(entry, value, type));
            } else {
                append(entry.key(), values, value, type);
            }
        }
        return values;
    }

    // A lone element of an array becomes an array, unless it was typed as JSON, which is taken at its word.
    private static JsonNode first(TypedArguments.Entry entry, JsonNode value, ValueType type) {
        boolean element = entry instanceof TypedArguments.Words
                && type.allows(ValueType.Kind.ARRAY)
                && !value.isArray()
                && type.kinds().stream().noneMatch(kind -> kind.fits(value));
        return element ? JsonNodeFactory.instance.arrayNode().add(value) : value;
    }

    private void append(String key, ObjectNode values, JsonNode value, ValueType type) {
        if (!type.allows(ValueType.Kind.ARRAY)) {
            throw UsageException.arguments(
                    "argument '%s' of tool '%s' is given twice, and is not an array".formatted(key, tool.name()));
        }
        var array = values.get(key) instanceof ArrayNode before
                ? before
                : JsonNodeFactory.instance.arrayNode().add(values.get(key));
        if (value instanceof ArrayNode more) {
            array.addAll(more);
        } else {
            array.add(value);
        }
        values.set(key, array);
    }

    private ValueType type(String key) {
        var schema = tool.inputSchema();
        var property = schema.path("properties").get(key);
        return ValueType.of(property != null ? property : schema.path("additionalProperties"), schema);
    }

    private JsonNode value(String key, String text, ValueType type) {
        var chosen = choice(text, type.choices());
        if (chosen.isPresent()) {
            return chosen.get();
        }
        if (type.kinds().isEmpty()) {
            return json(text).orElseGet(() -> string(text));
        }
        var json = json(text).filter(value -> fits(value, type));
        if (json.isPresent()) {
            return json.get();
        }
        if (type.allows(ValueType.Kind.STRING)) {
            return string(text);
        }
        if (type.allows(ValueType.Kind.ARRAY)) {
            return value(key, text, type.element());
        }
        throw UsageException.arguments(
                "argument '%s' of tool '%s' must be %s, not '%s'".formatted(key, tool.name(), type.words(), text));
    }

    // Text for a string stays text even if it is JSON too, and null is said with KEY:=null.
    private static boolean fits(JsonNode value, ValueType type) {
        boolean maybeText = type.allows(ValueType.Kind.STRING);
        return type.kinds().stream()
                .filter(kind -> kind != ValueType.Kind.STRING)
                .filter(kind -> !(maybeText && kind == ValueType.Kind.NULL))
                .anyMatch(kind -> kind.fits(value));
    }

    private static Optional<JsonNode> choice(String text, List<JsonNode> choices) {
        return choices.stream()
                .filter(choice -> choice.isString() && choice.stringValue().equals(text))
                .findFirst()
                .or(() -> json(text).filter(choices::contains));
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(Json.parse(text)).filter(value -> !value.isMissingNode());
        } catch (JacksonException notJson) {
            // Asked only to find out: most text is not JSON.
            return Optional.empty();
        }
    }

    private static JsonNode string(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }
}
