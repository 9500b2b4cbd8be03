package dev.fairlead.cli.tool;

import dev.fairlead.protocol.Tool;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A tool with its arguments on one line, such as {@code search(query: string, limit?: integer)}. */
public final class Signature {
    private static final int MOST_CHOICES = 6;

    private Signature() {}

    /** Writes it. */
    public static String of(Tool tool) {
        var schema = tool.inputSchema();
        var required = required(schema);
        return schema.path("properties").properties().stream()
                .map(property -> property.getKey()
                        + (required.contains(property.getKey()) ? ": " : "?: ")
                        + type(ValueType.of(property.getValue(), schema), 0))
                .collect(Collectors.joining(", ", tool.name() + "(", ")"));
    }

    /** Writes what objects have inside, or the first of much, such as {@code name: string, size?: integer}. */
    static String fields(JsonNode schema, JsonNode root) {
        var names = ValueType.members(schema, root);
        var shown = names.stream()
                .limit(MOST_CHOICES)
                .map(name -> name
                        + (ValueType.requires(schema, name, root) ? ": " : "?: ")
                        + type(ValueType.of(ValueType.member(schema, name, root), root), 0))
                .collect(Collectors.joining(", "));
        return names.size() > MOST_CHOICES ? shown + ", …" : shown;
    }

    private static Set<String> required(JsonNode schema) {
        var names = new HashSet<String>();
        for (var name : schema.path("required").values()) {
            if (name.isString()) {
                names.add(name.stringValue());
            }
        }
        return names;
    }

    private static String type(ValueType type, int depth) {
        if (!type.choices().isEmpty()) {
            return choices(type);
        }
        if (type.kinds().isEmpty()) {
            return "any";
        }
        return type.kinds().stream()
                .map(kind -> kind == ValueType.Kind.ARRAY
                                && depth < 2
                                && type.items().isObject()
                        ? array(type(type.element(), depth + 1))
                        : kind.id())
                .collect(Collectors.joining("|"));
    }

    /** Returns the values of an enumeration, or the first of many. */
    static String choices(ValueType type) {
        var shown = type.choices().stream()
                .limit(MOST_CHOICES)
                .map(ValueType::typed)
                .collect(Collectors.joining("|"));
        return type.choices().size() > MOST_CHOICES ? shown + "|…" : shown;
    }

    private static String array(String element) {
        return element.contains("|") ? "(" + element + ")[]" : element + "[]";
    }
}
