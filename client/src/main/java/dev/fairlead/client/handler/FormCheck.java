package dev.fairlead.client.handler;

import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges answers to a form by its schema, as the client does again before it sends them; never burns CPU. */
public final class FormCheck {
    private static final List<String> SHARED = List.of("$schema", "$defs", "definitions");

    private FormCheck() {}

    /** Returns why nobody can fill in the form, if that is so. */
    public static Optional<String> objection(FormSchema form) {
        return CompiledSchema.compile(form.json()) instanceof SchemaCompilation.Unusable unusable
                ? Optional.of(unusable.reason())
                : Optional.empty();
    }

    /** Returns what is wrong with a filled-in form; nothing if it can be sent. */
    public static List<String> problems(FormSchema form, ObjectNode content) {
        return problems(form.json(), content);
    }

    /** Returns what is wrong with the value of one field, whatever the others are. */
    public static List<String> problems(FormSchema form, String field, JsonNode value) {
        var schema = Json.object().put("type", "object");
        SHARED.stream()
                .filter(form.json()::has)
                .forEach(name -> schema.set(name, form.json().get(name)));
        schema.putObject("properties").set(field, form.json().path("properties").path(field));
        return problems(schema, Json.object().set(field, value));
    }

    private static List<String> problems(ObjectNode schema, JsonNode content) {
        return switch (CompiledSchema.compile(schema)) {
            case SchemaCompilation.Unusable unusable -> List.of("the form's schema " + unusable.reason());
            case SchemaCompilation.Ready ready ->
                switch (ready.schema().check(content)) {
                    case Verdict.Valid valid -> List.of();
                    case Verdict.TooCostly costly -> List.of("it cannot be checked: " + costly.why());
                    case Verdict.Invalid invalid ->
                        invalid.problems().stream()
                                .map(problem -> (problem.where() + " " + problem.what()).strip())
                                .toList();
                };
        };
    }
}
