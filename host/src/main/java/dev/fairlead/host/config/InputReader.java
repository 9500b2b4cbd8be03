package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a configuration wants to ask people for. */
final class InputReader {
    /** What can be said of an input. */
    static final List<String> OF_AN_INPUT = List.of("id", "type", "description", "password", "default", "options");

    private InputReader() {}

    static List<InputPrompt> read(@Nullable Located inputs, Problems problems) {
        var prompts = new ArrayList<InputPrompt>();
        if (inputs == null) {
            return prompts;
        }
        if (!inputs.isList()) {
            problems.add(Severity.WARNING, inputs, null, "inputs", "must be a list of objects; it has no effect");
        }
        for (var input : inputs.items()) {
            one(input, problems).ifPresent(prompts::add);
        }
        return prompts;
    }

    private static Optional<InputPrompt> one(Located input, Problems problems) {
        var id = text(input, "id");
        var type = text(input, "type");
        if (id == null || id.isBlank()) {
            problems.add(Severity.WARNING, input, null, "inputs", "holds an input without an id; give it one");
            return Optional.empty();
        }
        if ("command".equals(type)) {
            problems.add(
                    Severity.WARNING,
                    input,
                    null,
                    "inputs." + id,
                    "is answered by a command of VS Code, which cannot run here; you will be asked instead");
        }
        var options = input.member("options");
        var description = text(input, "description");
        return Optional.of(new InputPrompt(
                id,
                description == null ? "" : description,
                "true".equals(text(input, "password")),
                text(input, "default"),
                options == null
                        ? List.of()
                        : options.items().stream()
                                .filter(Located::isScalar)
                                .map(Located::text)
                                .toList()));
    }

    private static @Nullable String text(Located input, String name) {
        var value = input.member(name);
        return value == null || !value.isScalar() ? null : value.text();
    }
}
