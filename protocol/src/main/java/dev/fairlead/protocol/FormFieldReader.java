package dev.fairlead.protocol;

import dev.fairlead.protocol.FormField.Heading;
import dev.fairlead.protocol.FormField.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads the fields of a form by the kind of their schema; never fails, for what is odd can still be shown. */
final class FormFieldReader {
    private FormFieldReader() {}

    static FormField read(String name, JsonNode schema, boolean required) {
        var heading = new Heading(
                name,
                schema.path("title").stringValue(null),
                schema.path("description").stringValue(null),
                required,
                schema.get("default"));
        return field(heading, schema).orElseGet(() -> new FormField.Other(heading, schema));
    }

    private static Optional<FormField> field(Heading heading, JsonNode schema) {
        return switch (schema.path("type").stringValue("")) {
            case "string" -> string(heading, schema);
            case "integer" -> Optional.of(number(heading, schema, true));
            case "number" -> Optional.of(number(heading, schema, false));
            case "boolean" -> Optional.of(new FormField.Flag(heading));
            case "array" -> choices(heading, schema);
            default -> Optional.empty();
        };
    }

    private static Optional<FormField> string(Heading heading, JsonNode schema) {
        if (schema.has("enum") || schema.has("oneOf") || schema.has("anyOf")) {
            return options(schema).map(options -> new FormField.Choice(heading, options));
        }
        return Optional.of(new FormField.Text(
                heading,
                schema.path("format").stringValue(null),
                Numbers.integer(schema.path("minLength")),
                Numbers.integer(schema.path("maxLength"))));
    }

    private static FormField number(Heading heading, JsonNode schema, boolean integer) {
        return new FormField.Number(
                heading, integer, Numbers.decimal(schema.path("minimum")), Numbers.decimal(schema.path("maximum")));
    }

    private static Optional<FormField> choices(Heading heading, JsonNode schema) {
        return options(schema.path("items"))
                .map(options -> new FormField.Choices(
                        heading,
                        options,
                        Numbers.integer(schema.path("minItems")),
                        Numbers.integer(schema.path("maxItems"))));
    }

    /** Returns the options, empty where they are not all understood: half a choice would be a wrong one. */
    private static Optional<List<Option>> options(JsonNode schema) {
        if (schema.path("enum").isArray()) {
            return plain(schema.path("enum"), schema.path("enumNames"));
        }
        return titled(schema.path("oneOf").isArray() ? schema.path("oneOf") : schema.path("anyOf"));
    }

    private static Optional<List<Option>> plain(JsonNode values, JsonNode titles) {
        var options = new ArrayList<Option>();
        for (int i = 0; i < values.size(); i++) {
            if (!values.path(i).isString()) {
                return Optional.empty();
            }
            options.add(option(values.path(i).stringValue(), titles.path(i)));
        }
        return options.isEmpty() ? Optional.empty() : Optional.of(options);
    }

    private static Optional<List<Option>> titled(JsonNode alternatives) {
        var options = new ArrayList<Option>();
        for (var alternative : alternatives) {
            if (!alternative.path("const").isString()) {
                return Optional.empty();
            }
            options.add(option(alternative.path("const").stringValue(), alternative.path("title")));
        }
        return options.isEmpty() ? Optional.empty() : Optional.of(options);
    }

    private static Option option(String value, JsonNode title) {
        return new Option(value, title.stringValue(value));
    }
}
