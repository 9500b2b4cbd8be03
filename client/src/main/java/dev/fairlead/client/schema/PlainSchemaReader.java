package dev.fairlead.client.schema;

import dev.fairlead.client.schema.PlainSchema.Measure;
import dev.fairlead.client.schema.PlainSchema.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads schemas that are plain, and no others.
 *
 * <p>What it reads is a schema by the rules of each dialect it knows, every value of a keyword being of the right kind, so
 * that nobody has to look whether it is one.
 */
final class PlainSchemaReader {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_VALUES = 500;
    private static final int MAX_TEXT = 100_000;

    // In these, all that is known here means the same.
    private static final Set<String> DIALECTS = Set.of(
            "https://json-schema.org/draft/2020-12/schema",
            "http://json-schema.org/draft-07/schema",
            "http://json-schema.org/draft-07/schema#");

    private int values;
    private int text;

    /** Returns a schema as a plain one, if that is what it is. */
    Optional<PlainSchema> read(JsonNode schema) {
        try {
            return Optional.ofNullable(read(schema, 0));
        } catch (StackOverflowError little) {
            return Optional.empty(); // It was as good as used up before.
        }
    }

    private @Nullable PlainSchema read(JsonNode schema, int depth) {
        if (!schema.isObject() || depth > MAX_DEPTH || !affordable(schema)) {
            return schema.isBoolean() && schema.booleanValue() && depth > 0 ? new PlainSchema(List.of()) : null;
        }
        var rules = new ArrayList<Rule>();
        for (var keyword : schema.properties()) {
            if (!add(rules, keyword.getKey(), keyword.getValue(), schema, depth)) {
                return null;
            }
        }
        return new PlainSchema(rules);
    }

    private boolean affordable(JsonNode schema) {
        for (var keyword : schema.properties()) {
            var value = keyword.getValue();
            count(keyword.getKey(), value);
            if (value.isArray()) {
                for (var item : value) {
                    count("", item);
                }
            }
        }
        return affordable();
    }

    private boolean affordable() {
        return values <= MAX_VALUES && text <= MAX_TEXT;
    }

    private void count(String name, JsonNode value) {
        values++;
        text += name.length() + (value.isString() ? value.stringValue().length() : 0);
    }

    /** Adds what a keyword demands; false if that is not plain. */
    private boolean add(List<Rule> rules, String name, JsonNode value, JsonNode schema, int depth) {
        return switch (name) {
            case "$schema" -> depth == 0 && value.isString() && DIALECTS.contains(value.stringValue());
            case "title", "description", "$comment", "format" -> value.isString();
            case "default" -> !value.isContainer();
            case "deprecated", "readOnly", "writeOnly" -> value.isBoolean();
            case "type" -> added(rules, type(value));
            case "enum" -> added(rules, words(value));
            case "const" -> added(rules, value.isString() ? new PlainSchema.OneOf(Set.of(value.stringValue())) : null);
            case "required" -> added(rules, required(value));
            case "properties" -> added(rules, members(value, schema.get("additionalProperties"), depth));
            case "additionalProperties" -> schema.has("properties") || added(rules, members(null, value, depth));
            case "items" -> added(rules, items(value, depth));
            case "anyOf" -> added(rules, anyOf(value, depth));
            case "minimum" -> added(rules, bounds(Measure.NUMBER, value, null));
            case "maximum" -> added(rules, bounds(Measure.NUMBER, null, value));
            case "minLength" -> counts(value) && added(rules, bounds(Measure.LENGTH, value, null));
            case "maxLength" -> counts(value) && added(rules, bounds(Measure.LENGTH, null, value));
            case "minItems" -> counts(value) && added(rules, bounds(Measure.ITEMS, value, null));
            case "maxItems" -> counts(value) && added(rules, bounds(Measure.ITEMS, null, value));
            default -> false;
        };
    }

    private static boolean added(List<Rule> rules, @Nullable Rule rule) {
        return rule != null && rules.add(rule);
    }

    private static @Nullable Rule type(JsonNode value) {
        var names = value.isString() ? List.of(value.stringValue()) : texts(value);
        if (names == null || names.isEmpty()) {
            return null;
        }
        var types = new ArrayList<PlainSchema.Type>();
        for (var name : names) {
            var type = type(name);
            if (type == null) {
                return null;
            }
            types.add(type);
        }
        return new PlainSchema.OfType(List.copyOf(types));
    }

    private static PlainSchema.@Nullable Type type(String name) {
        return switch (name) {
            case "string" -> PlainSchema.Type.STRING;
            case "integer" -> PlainSchema.Type.INTEGER;
            case "number" -> PlainSchema.Type.NUMBER;
            case "boolean" -> PlainSchema.Type.BOOLEAN;
            case "null" -> PlainSchema.Type.NULL;
            case "object" -> PlainSchema.Type.OBJECT;
            case "array" -> PlainSchema.Type.ARRAY;
            default -> null;
        };
    }

    private static @Nullable Rule words(JsonNode value) {
        var words = texts(value);
        return words == null || words.isEmpty() ? null : new PlainSchema.OneOf(new HashSet<>(words));
    }

    private static @Nullable Rule required(JsonNode value) {
        var names = texts(value);
        return names == null ? null : new PlainSchema.Required(names);
    }

    /** Returns the texts of an array of texts, none of them twice. */
    private static @Nullable List<String> texts(JsonNode value) {
        if (!value.isArray()) {
            return null;
        }
        var texts = new ArrayList<String>();
        var seen = new HashSet<String>();
        for (var item : value) {
            if (!item.isString() || !seen.add(item.stringValue())) {
                return null;
            }
            texts.add(item.stringValue());
        }
        return List.copyOf(texts);
    }

    private @Nullable Rule members(@Nullable JsonNode known, @Nullable JsonNode others, int depth) {
        boolean none = others != null && others.isBoolean() && !others.booleanValue();
        var rest = others == null ? new PlainSchema(List.of()) : none ? null : read(others, depth + 1);
        if ((rest == null && !none) || (known != null && !known.isObject())) {
            return null;
        }
        var members = new HashMap<String, PlainSchema>();
        for (var member : known == null ? Set.<Map.Entry<String, JsonNode>>of() : known.properties()) {
            count(member.getKey(), member.getValue());
            var schema = read(member.getValue(), depth + 1);
            if (schema == null || !affordable()) {
                return null;
            }
            members.put(member.getKey(), schema);
        }
        return new PlainSchema.Members(members, rest);
    }

    private @Nullable Rule items(JsonNode value, int depth) {
        var schema = read(value, depth + 1);
        return schema == null ? null : new PlainSchema.Items(schema);
    }

    private @Nullable Rule anyOf(JsonNode value, int depth) {
        if (!value.isArray() || value.isEmpty()) {
            return null;
        }
        var schemas = new ArrayList<PlainSchema>();
        for (var item : value) {
            var schema = read(item, depth + 1);
            if (schema == null) {
                return null;
            }
            schemas.add(schema);
        }
        return new PlainSchema.AnyOf(List.copyOf(schemas));
    }

    private static boolean counts(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 0;
    }

    private static @Nullable Rule bounds(Measure measure, @Nullable JsonNode low, @Nullable JsonNode high) {
        var given = low == null ? high : low;
        if (given == null || !given.isIntegralNumber() || !given.canConvertToLong()) {
            return null;
        }
        return new PlainSchema.Within(
                measure,
                low == null ? Long.MIN_VALUE : low.longValue(),
                high == null ? Long.MAX_VALUE : high.longValue());
    }
}
