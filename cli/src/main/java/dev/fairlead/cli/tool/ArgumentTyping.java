package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.text.TypedValue;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
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
    private final boolean checking;
    private final List<String> unknown = new ArrayList<>();

    /**
     * Reads by the schema of a tool.
     *
     * @param checking whether what cannot be meant is refused, and not sent as text
     */
    ArgumentTyping(Tool tool, boolean checking) {
        this.tool = tool;
        this.checking = checking;
    }

    /** Returns the arguments; single ones replace members of the whole. */
    ObjectNode values(TypedArguments typed) {
        var values = typed.whole().deepCopy();
        var given = new HashSet<List<String>>();
        for (var entry : new FlagReading(tool).plain(typed.entries())) {
            var path = ArgumentPath.of(entry.key(), tool);
            if (isLeftEmpty(entry, path)) {
                continue;
            }
            if (!path.declared() && path.steps().size() == 1) {
                unknown.add(entry.key());
            }
            var value = switch (entry) {
                case TypedArguments.Value json -> json.json();
                case TypedArguments.Words words -> value(words, path.type());
                case TypedArguments.Flag flag -> throw new IllegalStateException("not read: " + flag);
            };
            var holder = holder(values, path, entry.key());
            var name = path.steps().getLast();
            if (given.add(path.steps())) {
                holder.set(name, first(entry, value, path.type()));
            } else {
                append(entry.key(), name, holder, value, path.type());
            }
        }
        return values;
    }

    /** Returns the arguments that were typed although the schema, which knows others, does not know them. */
    List<String> unknown() {
        return tool.inputSchema().path("properties").isEmpty() ? List.of() : List.copyOf(unknown);
    }

    /** Returns the arguments that the schema knows, and that can be typed. */
    List<String> known() {
        return tool.inputSchema().path("properties").propertyNames().stream()
                .filter(TypedValue::isName)
                .toList();
    }

    /**
     * Nothing typed for what may be left out is nothing: not null, and not an empty text. A file that is empty says so;
     * words that are empty may be of a script that had nothing to say.
     */
    private static boolean isLeftEmpty(TypedArguments.Entry entry, ArgumentPath path) {
        return entry instanceof TypedArguments.Words words
                && words.text().isEmpty()
                && words.named() == null
                && path.declared()
                && !path.required();
    }

    private ObjectNode holder(ObjectNode values, ArgumentPath path, String key) {
        var holder = values;
        for (var step : path.steps().subList(0, path.steps().size() - 1)) {
            var inner = holder.get(step);
            if (inner == null) {
                holder = holder.putObject(step);
            } else if (inner instanceof ObjectNode object) {
                holder = object;
            } else {
                throw UsageException.arguments("argument '%s' of tool '%s' belongs into '%s', which is no object"
                        .formatted(key, tool.name(), step));
            }
        }
        return holder;
    }

    // A lone element of an array becomes an array, unless it was typed as JSON, which is taken at its word.
    private static JsonNode first(TypedArguments.Entry entry, JsonNode value, ValueType type) {
        boolean element = entry instanceof TypedArguments.Words
                && type.allows(ValueType.Kind.ARRAY)
                && !value.isArray()
                && type.kinds().stream().noneMatch(kind -> kind.fits(value));
        return element ? JsonNodeFactory.instance.arrayNode().add(value) : value;
    }

    private void append(String key, String name, ObjectNode holder, JsonNode value, ValueType type) {
        if (!type.allows(ValueType.Kind.ARRAY)) {
            throw UsageException.arguments(
                    "argument '%s' of tool '%s' is given twice, and is not an array".formatted(key, tool.name()));
        }
        var array = holder.get(name) instanceof ArrayNode before
                ? before
                : JsonNodeFactory.instance.arrayNode().add(holder.get(name));
        if (value instanceof ArrayNode more) {
            array.addAll(more);
        } else {
            array.add(value);
        }
        holder.set(name, array);
    }

    /** What is one of the choices means that choice, and not the file of that name. */
    private JsonNode value(TypedArguments.Words words, ValueType type) {
        if (words.named() == null) {
            return value(words.key(), words.text(), type);
        }
        return chosen(words.named(), type)
                .orElseGet(
                        () -> words.text().isEmpty() ? string(words.text()) : value(words.key(), words.text(), type));
    }

    private static Optional<JsonNode> chosen(String text, ValueType type) {
        return type.choices().isEmpty() && type.allows(ValueType.Kind.ARRAY)
                ? choice(text, type.element().choices())
                : choice(text, type.choices());
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
        if (!checking) {
            return json(text).orElseGet(() -> string(text));
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
