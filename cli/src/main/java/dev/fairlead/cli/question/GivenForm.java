package dev.fairlead.cli.question;

import dev.fairlead.cli.question.Answers.Answer;
import dev.fairlead.host.config.Spelling;
import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.rpc.Json;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A form as far as it is filled in by what was typed with {@code --answer}.
 *
 * @param typed the values of the fields that were answered
 * @param strangers what was answered and is no field of it
 */
record GivenForm(FormSchema schema, ObjectNode typed, List<String> strangers) {

    /** Fills in a form; throws {@link AnswerException} where an answer does not fit its field. */
    static GivenForm of(FormSchema schema, Answers answers) {
        var reader = new FieldReader(schema, false);
        var typed = Json.object();
        for (var field : schema.fields()) {
            var given = answers.of(field.name());
            if (!given.isEmpty()) {
                typed.set(field.name(), value(reader, field, given));
            }
        }
        var names = schema.fields().stream().map(FormField::name).toList();
        return new GivenForm(
                schema,
                typed,
                answers.fields().stream().filter(name -> !names.contains(name)).toList());
    }

    /** Returns all of it, with the defaults of what was not answered. */
    ObjectNode content() {
        var content = schema.defaults();
        content.setAll(typed);
        return content;
    }

    /** Returns the names of what must be filled in and is not. */
    List<String> missing() {
        var content = content();
        return schema.fields().stream()
                .filter(field -> field.required() && !content.has(field.name()))
                .map(FormField::name)
                .toList();
    }

    /** Says that a field is missing, or that it may have been mistyped. */
    AnswerException incomplete() {
        var name = missing().getFirst();
        var close = strangers.stream()
                .filter(stranger -> Spelling.distance(stranger, name) <= Math.max(2, name.length() / 3))
                .min(Comparator.comparingInt(stranger -> Spelling.distance(stranger, name)));
        return AnswerException.unfit(close.map(stranger -> "the server asks for '%s', not for '%s'; type --answer %s"
                        .formatted(Excerpts.line(name), stranger, FieldWords.option(name, "VALUE")))
                .orElseGet(() -> "the server asks for '%s' too, which is required; type --answer %s"
                        .formatted(Excerpts.line(name), FieldWords.option(field(name)))));
    }

    private FormField field(String name) {
        return schema.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode value(FieldReader reader, FormField field, List<Answer> given) {
        if (given.size() > 1 && !(field instanceof FormField.Choices)) {
            throw AnswerException.unfit("--answer %s is given %s times, and the server takes one value"
                    .formatted(field.name(), given.size()));
        }
        if (given.size() == 1) {
            return value(reader, field, given.getFirst());
        }
        ArrayNode all = Json.object().putArray("all");
        for (var answer : given) {
            if (value(reader, field, answer) instanceof ArrayNode some) {
                all.addAll(some);
            }
        }
        return judged(field, reader.checked(field, all), Json.write(all));
    }

    private static JsonNode value(FieldReader reader, FormField field, Answer answer) {
        var json = answer.json();
        if (json != null) {
            return judged(field, reader.checked(field, json), answer.text());
        }
        // What is one of the options means that option, and not the file of that name.
        var text =
                answer.named() != null && FieldReader.isOption(field, answer.named()) ? answer.named() : answer.text();
        return judged(field, reader.read(field, text), text);
    }

    private static JsonNode judged(FormField field, FieldReading reading, String text) {
        return switch (reading) {
            case FieldReading.Value value -> value.json();
            case FieldReading.Wrong wrong ->
                throw AnswerException.unfit("--answer %s: '%s' does not fit; type %s"
                        .formatted(Excerpts.line(field.name()), Excerpts.line(text), wrong.why()));
        };
    }
}
