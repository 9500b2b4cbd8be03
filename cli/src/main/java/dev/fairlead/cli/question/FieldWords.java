package dev.fairlead.cli.question;

import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Says what fields of forms want. */
final class FieldWords {
    private static final int LISTED = 12;
    private static final int LONGEST_NUMBER = 40;

    private FieldWords() {}

    /** Returns for instance {@code an integer from 1 to 10}. */
    static String kind(FormField field) {
        return switch (field) {
            case FormField.Text text -> {
                var format = text.format() == null ? "text" : Formats.words(text.format());
                var length = length(text);
                yield length.equals("text") ? format : format + ", " + length;
            }
            case FormField.Number number ->
                (number.integer() ? "an integer" : "a number") + range(number.minimum(), number.maximum());
            case FormField.Flag flag -> "yes or no";
            case FormField.Choice choice -> "one of these";
            case FormField.Choices choices -> count(choices);
            case FormField.Other other -> "JSON";
        };
    }

    /** Returns for instance {@code 3 to 20 characters}; {@code text} where any number will do. */
    static String length(FormField.Text field) {
        return amount(field.minLength(), field.maxLength(), "characters", "text")
                .replaceFirst("\\b1 characters", "1 character");
    }

    /** Returns for instance {@code 1 to 3 of these}. */
    static String count(FormField.Choices field) {
        return amount(field.minItems(), field.maxItems(), "of these", "any of these");
    }

    /** Lists options as one would type them. */
    static String listed(List<FormField.Option> options) {
        var shown = options.stream()
                .limit(LISTED)
                .map(option -> Excerpts.line(option.value()))
                .collect(Collectors.joining(", "));
        return options.size() <= LISTED ? shown : shown + " and %d more".formatted(options.size() - LISTED);
    }

    /** Returns a value as it is shown to people, all of it and as it came. */
    static String whole(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        if (value.isBoolean()) {
            return value.booleanValue() ? "yes" : "no";
        }
        return value.isArray() && value.valueStream().allMatch(JsonNode::isString)
                ? value.valueStream().map(JsonNode::stringValue).collect(Collectors.joining(", "))
                : Json.write(value);
    }

    /** Returns what to type to answer a field from the command line, such as {@code name=TEXT}. */
    static String option(FormField field) {
        var value = switch (field) {
            case FormField.Text text -> "TEXT";
            case FormField.Number number -> "NUMBER";
            case FormField.Flag flag -> "yes|no";
            case FormField.Choice choice -> bar(choice.options());
            case FormField.Choices choices -> bar(choices.options());
            case FormField.Other other -> "JSON";
        };
        return "%s%s=%s".formatted(field.name().startsWith("@") ? "@" : "", Excerpts.line(field.name()), value);
    }

    private static String bar(List<FormField.Option> options) {
        return options.size() > LISTED
                ? "VALUE"
                : options.stream().map(option -> Excerpts.line(option.value())).collect(Collectors.joining("|"));
    }

    private static String amount(@Nullable Long least, @Nullable Long most, String what, String any) {
        if (least != null && least > 0) {
            var count = most == null
                    ? "at least " + least
                    : least.equals(most) ? "exactly " + least : least + " to " + most;
            return count + " " + what;
        }
        return most == null ? any : "at most %d %s".formatted(most, what);
    }

    private static String range(@Nullable BigDecimal least, @Nullable BigDecimal most) {
        if (least != null && most != null) {
            return " from %s to %s".formatted(number(least), number(most));
        }
        if (least != null) {
            return " that is at least " + number(least);
        }
        return most == null ? "" : " that is at most " + number(most);
    }

    private static String number(BigDecimal value) {
        // A limit such as 1e99999999 must not be written out.
        boolean plain = Math.abs((long) value.scale()) + value.precision() < LONGEST_NUMBER;
        return plain ? value.toPlainString() : value.toString();
    }
}
