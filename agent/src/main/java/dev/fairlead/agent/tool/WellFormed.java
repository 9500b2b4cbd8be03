package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the keywords of a schema that hold no schemas; what they must not hold is nothing. */
final class WellFormed {
    private static final Set<String> TEXTS =
            Set.of("title", "description", "format", "contentEncoding", "contentMediaType");
    private static final Set<String> NUMBERS = Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
    private static final Set<String> COUNTS =
            Set.of("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties");
    private static final Set<String> FLAGS = Set.of("uniqueItems", "deprecated", "readOnly", "writeOnly");
    private static final int LONGEST_PATTERN = 1_000;

    private WellFormed() {}

    /** Tells whether it is such a keyword. */
    static boolean knows(String keyword) {
        return TEXTS.contains(keyword)
                || NUMBERS.contains(keyword)
                || COUNTS.contains(keyword)
                || FLAGS.contains(keyword)
                || Set.of("type", "enum", "const", "default", "examples", "required", "pattern", "multipleOf")
                        .contains(keyword)
                || keyword.equals("dependentRequired");
    }

    /** Returns the value as it has to be; null if there is no sense in it. */
    static @Nullable JsonNode value(String keyword, JsonNode value) {
        if (TEXTS.contains(keyword)) {
            return value.isString() ? value : null;
        }
        if (NUMBERS.contains(keyword)) {
            return Schemas.finite(value) ? value : null;
        }
        if (COUNTS.contains(keyword)) {
            return value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 0 ? value : null;
        }
        if (FLAGS.contains(keyword)) {
            return value.isBoolean() ? value : null;
        }
        return switch (keyword) {
            case "type" -> type(value);
            case "enum" -> distinct(value);
            case "const", "default" -> value;
            case "examples" -> value.isArray() ? value : null;
            case "required" -> names(value);
            case "pattern" -> value.isString() && isPattern(value.stringValue()) ? value : null;
            case "multipleOf" -> Schemas.finite(value) && Schemas.decimal(value).signum() > 0 ? value : null;
            case "dependentRequired" -> dependent(value);
            default -> null;
        };
    }

    static boolean isPattern(String pattern) {
        if (pattern.length() > LONGEST_PATTERN) {
            return false;
        }
        try {
            Pattern.compile(pattern);
            return true;
        } catch (PatternSyntaxException unreadable) {
            return false; // It may make sense to others; that they take it cannot be known.
        }
    }

    private static @Nullable JsonNode type(JsonNode value) {
        if (value.isString()) {
            var name = value.stringValue().toLowerCase(Locale.ROOT);
            return Schemas.TYPES.contains(name) ? Schemas.list(Set.of(name)).get(0) : null;
        }
        var names = new LinkedHashSet<>(Schemas.strings(value));
        return !names.isEmpty() && names.size() <= value.size() && Schemas.TYPES.containsAll(names)
                ? Schemas.list(names)
                : null;
    }

    private static @Nullable JsonNode distinct(JsonNode value) {
        if (!value.isArray() || value.isEmpty()) {
            return null;
        }
        var values = new LinkedHashSet<JsonNode>();
        value.forEach(values::add);
        if (values.size() == value.size()) {
            return value;
        }
        var list = Json.array();
        values.forEach(list::add);
        return list;
    }

    private static @Nullable JsonNode names(JsonNode value) {
        if (!value.isArray()) {
            return null;
        }
        var names = new LinkedHashSet<>(Schemas.strings(value));
        return names.size() == value.size() ? value : Schemas.list(names);
    }

    private static @Nullable JsonNode dependent(JsonNode value) {
        if (!value.isObject()) {
            return null;
        }
        var all = Json.object();
        for (var member : new ArrayList<>(value.properties())) {
            var names = names(member.getValue());
            if (names == null) {
                return null;
            }
            all.set(member.getKey(), names);
        }
        return all;
    }
}
