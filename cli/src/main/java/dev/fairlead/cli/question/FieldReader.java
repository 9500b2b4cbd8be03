package dev.fairlead.cli.question;

import dev.fairlead.client.handler.FormCheck;
import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads texts as the values of fields, and says what is wrong with those that are none. */
final class FieldReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    // JSON's own, and short: 1e999999999 is a number that nobody should write out.
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,99})(\\.[0-9]{1,100})?([eE][-+]?[0-9]{1,3})?");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");

    private final FormSchema form;
    private final boolean numbered;

    /**
     * Reads for a form.
     *
     * @param numbered whether options may be chosen by their number
     */
    FieldReader(FormSchema form, boolean numbered) {
        this.form = form;
        this.numbered = numbered;
    }

    /** Tells whether the options of a field can be told from their numbers. */
    static boolean numbers(List<FormField.Option> options) {
        return options.stream()
                .noneMatch(option -> INTEGER.matcher(option.value()).matches()
                        || INTEGER.matcher(option.title()).matches());
    }

    /** Tells whether a text is the value of one of the options of a field. */
    static boolean isOption(FormField field, String text) {
        return FieldWords.options(field).stream()
                .anyMatch(option -> option.value().equals(text));
    }

    /** Reads what was typed. */
    FieldReading read(FormField field, String typed) {
        var reading = switch (field) {
            case FormField.Text text -> text(text, typed);
            case FormField.Number number -> number(number, typed.strip());
            case FormField.Flag flag -> flag(typed.strip().toLowerCase(Locale.ROOT));
            case FormField.Choice choice -> choice(choice.options(), typed.strip());
            case FormField.Choices choices -> choices(choices, typed.strip());
            case FormField.Other other -> json(typed);
        };
        return reading instanceof FieldReading.Value value ? checked(field, value.json()) : reading;
    }

    /** Judges a value. */
    FieldReading checked(FormField field, JsonNode value) {
        var problems = FormCheck.problems(form, field.name(), value);
        if (!problems.isEmpty()) {
            var first = problems.getFirst();
            var own = "/" + field.name() + " ";
            var what = first.startsWith(own) ? first.substring(own.length()) : first;
            return new FieldReading.Wrong("something that fits: " + Excerpts.line(what));
        }
        return new FieldReading.Value(value);
    }

    private static FieldReading text(FormField.Text field, String typed) {
        long length = typed.codePointCount(0, typed.length());
        if ((field.minLength() != null && length < field.minLength())
                || (field.maxLength() != null && length > field.maxLength())) {
            return new FieldReading.Wrong("%s; that were %s".formatted(FieldWords.length(field), length));
        }
        if (field.format() != null && !Formats.fits(field.format(), typed)) {
            return new FieldReading.Wrong(Formats.words(field.format()));
        }
        return new FieldReading.Value(NODES.stringNode(typed));
    }

    private static FieldReading number(FormField.Number field, String typed) {
        if (!NUMBER.matcher(typed).matches()) {
            return new FieldReading.Wrong(FieldWords.kind(field));
        }
        var value = new BigDecimal(typed);
        boolean whole = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
        boolean within = (field.minimum() == null || value.compareTo(field.minimum()) >= 0)
                && (field.maximum() == null || value.compareTo(field.maximum()) <= 0);
        if (!within || (field.integer() && !whole)) {
            return new FieldReading.Wrong(FieldWords.kind(field));
        }
        return new FieldReading.Value(
                field.integer() ? Json.parse(value.toBigIntegerExact().toString()) : Json.parse(typed));
    }

    private static FieldReading flag(String typed) {
        return switch (typed) {
            case "y", "yes", "true" -> new FieldReading.Value(NODES.booleanNode(true));
            case "n", "no", "false" -> new FieldReading.Value(NODES.booleanNode(false));
            default -> new FieldReading.Wrong("yes or no");
        };
    }

    private FieldReading choice(List<FormField.Option> options, String typed) {
        return option(options, typed)
                .<FieldReading>map(value -> new FieldReading.Value(NODES.stringNode(value)))
                .orElseGet(() -> new FieldReading.Wrong("one of " + listed(options)));
    }

    private FieldReading choices(FormField.Choices field, String typed) {
        if (typed.startsWith("[")) {
            var whole = json(typed);
            return whole instanceof FieldReading.Value
                    ? whole
                    : new FieldReading.Wrong("a JSON array, or options with commas");
        }
        var values = new ArrayList<String>();
        for (var part : typed.split(",", -1)) {
            var value = option(field.options(), part.strip());
            if (value.isEmpty()) {
                return new FieldReading.Wrong("any of %s, with commas between them; '%s' is none of them"
                        .formatted(listed(field.options()), Excerpts.line(part.strip())));
            }
            if (!values.contains(value.get())) {
                values.add(value.get());
            }
        }
        return counted(field, values);
    }

    private String listed(List<FormField.Option> options) {
        return numbered ? FieldWords.listed(options) : FieldWords.typed(options);
    }

    private static FieldReading counted(FormField.Choices field, List<String> values) {
        if ((field.minItems() != null && values.size() < field.minItems())
                || (field.maxItems() != null && values.size() > field.maxItems())) {
            return new FieldReading.Wrong("%s; that were %s".formatted(FieldWords.count(field), values.size()));
        }
        ArrayNode array = NODES.arrayNode();
        values.forEach(array::add);
        return new FieldReading.Value(array);
    }

    private Optional<String> option(List<FormField.Option> options, String typed) {
        return options.stream()
                .filter(option -> option.value().equals(typed))
                .findFirst()
                .or(() -> only(options.stream()
                        .filter(option -> option.title().equals(typed))
                        .toList()))
                .or(() -> numbered && numbers(options) ? byNumber(options, typed) : Optional.empty())
                .or(() -> only(options.stream()
                        .filter(option -> option.value().equalsIgnoreCase(typed)
                                || option.title().equalsIgnoreCase(typed))
                        .toList()))
                .map(FormField.Option::value);
    }

    private static Optional<FormField.Option> only(List<FormField.Option> found) {
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static Optional<FormField.Option> byNumber(List<FormField.Option> options, String typed) {
        if (!typed.matches("[1-9][0-9]{0,5}") || Integer.parseInt(typed) > options.size()) {
            return Optional.empty();
        }
        return Optional.of(options.get(Integer.parseInt(typed) - 1));
    }

    private static FieldReading json(String typed) {
        try {
            var value = Json.parse(typed);
            return value.isMissingNode() ? new FieldReading.Wrong("JSON") : new FieldReading.Value(value);
        } catch (JacksonException none) {
            return new FieldReading.Wrong("JSON, such as \"text\", 5 or {\"a\": 1}");
        }
    }
}
