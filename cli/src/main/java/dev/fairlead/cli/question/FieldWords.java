package dev.fairlead.cli.question;

import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.cli.text.TypedValue;
import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.UnaryOperator;
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

    /** Returns what can be chosen; nothing for a field that is filled in. */
    static List<FormField.Option> options(FormField field) {
        return switch (field) {
            case FormField.Choice choice -> choice.options();
            case FormField.Choices choices -> choices.options();
            default -> List.of();
        };
    }

    /** Lists options as one would type them when asked. */
    static String listed(List<FormField.Option> options) {
        return listed(options, Excerpts::line);
    }

    /** Lists options as one would type them behind the name of the field on the command line. */
    static String typed(List<FormField.Option> options) {
        return listed(
                options,
                value -> TypedValue.isPlain(value)
                        ? ShellWord.of(Excerpts.line(value))
                        : ":=" + TypedValue.json(Excerpts.line(value)));
    }

    private static String listed(List<FormField.Option> options, UnaryOperator<String> written) {
        var shown = options.stream()
                .limit(LISTED)
                .map(option -> written.apply(option.value()))
                .collect(Collectors.joining(", "));
        return options.size() <= LISTED ? shown : shown + " and %s more".formatted(options.size() - LISTED);
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
        return switch (field) {
            case FormField.Text text -> option(field.name(), "TEXT");
            case FormField.Number number -> option(field.name(), "NUMBER");
            case FormField.Flag flag -> option(field.name(), "yes|no");
            case FormField.Choice choice -> choosing(field);
            case FormField.Choices choices -> choosing(field);
            case FormField.Other other -> option(field.name(), "JSON");
        };
    }

    /** Returns what to type to answer a field of this name with a value that is written already. */
    static String option(String name, String value) {
        return "%s=%s".formatted(key(name), value);
    }

    /** A name that cannot be typed stays out: with it, something else would be. */
    private static String key(String name) {
        return TypedValue.isName(name)
                ? ShellWord.of((name.startsWith("@") ? "@" : "") + Excerpts.line(name))
                : "FIELD";
    }

    private static String choosing(FormField field) {
        var values = options(field).stream().map(FormField.Option::value).toList();
        if (values.size() > LISTED || values.stream().anyMatch(value -> !value.equals(Excerpts.line(value)))) {
            return option(field.name(), "VALUE");
        }
        boolean several = field instanceof FormField.Choices;
        if (values.stream().allMatch(value -> TypedValue.isPlain(value) && !(several && isList(value)))) {
            return option(field.name(), values.stream().map(ShellWord::of).collect(Collectors.joining("|")));
        }
        return "%s:=%s"
                .formatted(
                        key(field.name()),
                        values.stream().map(value -> json(value, several)).collect(Collectors.joining("|")));
    }

    /** Commas and brackets are for several. */
    private static boolean isList(String value) {
        return value.indexOf(',') >= 0 || value.startsWith("[");
    }

    private static String json(String value, boolean several) {
        return several ? ShellWord.of(Json.write(Json.object().putArray("all").add(value))) : TypedValue.json(value);
    }

    private static String amount(@Nullable Long least, @Nullable Long most, String what, String any) {
        if (least != null && least > 0) {
            var count = most == null
                    ? "at least " + least
                    : least.equals(most) ? "exactly " + least : least + " to " + most;
            return count + " " + what;
        }
        return most == null ? any : "at most %s %s".formatted(most, what);
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
