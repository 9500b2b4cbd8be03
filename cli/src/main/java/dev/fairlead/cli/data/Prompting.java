package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.cli.text.TypedValue;
import dev.fairlead.cli.tool.TypedArguments;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Prompt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The work of {@code fairlead prompt}. */
final class Prompting {
    private final List<String> words;
    private final Visit visit;
    private String name = "";
    private Map<String, String> arguments = Map.of();

    Prompting(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), this::target, this::fill);
    }

    private Target target(Targets targets) {
        var target = targets.first(words, PromptCommand.NAME, " PROMPT");
        if (target.words().isEmpty()) {
            throw new UsageException("no prompt is named; %s lists them"
                    .formatted(ShellWord.command("fairlead prompts " + target.typed())));
        }
        name = target.words().getFirst();
        arguments = texts(TypedArguments.read(
                null,
                target.words().subList(1, target.words().size()),
                visit.surroundings().in()));
        return target;
    }

    /** Prompts take nothing but text, which JSON can say too. */
    private static Map<String, String> texts(TypedArguments typed) {
        var texts = new LinkedHashMap<String, String>();
        for (var entry : typed.entries()) {
            var text = switch (entry) {
                case TypedArguments.Words words -> words.text();
                case TypedArguments.Flag flag ->
                    throw UsageException.arguments("arguments of prompts are typed KEY=TEXT, not --" + flag.key());
                case TypedArguments.Value value
                when value.json().isString() -> value.json().stringValue();
                case TypedArguments.Value value ->
                    throw UsageException.arguments("'%s' is text, as all arguments of prompts are; type %s=TEXT"
                            .formatted(value.key(), value.key()));
            };
            if (texts.put(entry.key(), text) != null) {
                throw UsageException.arguments("argument '%s' is given twice".formatted(entry.key()));
            }
        }
        return texts;
    }

    private ExitCode fill(McpClient client, Attempt attempt, Printer printer) {
        var prompt = find(client.listPrompts(), attempt);
        var missing = prompt.arguments().stream()
                .filter(argument -> argument.required() && !arguments.containsKey(argument.name()))
                .findFirst();
        if (missing.isPresent()) {
            var key = missing.get().name();
            throw UsageException.arguments("prompt '%s' needs '%s'; type %s=TEXT"
                    .formatted(name, key, TypedValue.isName(key) ? ShellWord.of(key) : "KEY"));
        }
        printer.print(attempt, new FilledPrompt(name, client.getPrompt(name, arguments)));
        return ExitCode.OK;
    }

    private Prompt find(List<Prompt> prompts, Attempt attempt) {
        return prompts.stream()
                .filter(prompt -> prompt.name().equals(name))
                .findFirst()
                .orElseThrow(() -> UsageException.missing(
                        "prompt-not-found",
                        "server '%s' has no prompt '%s'; %s"
                                .formatted(
                                        attempt.label(),
                                        name,
                                        Suggestion.among(
                                                name,
                                                prompts.stream()
                                                        .map(Prompt::name)
                                                        .toList()))));
    }
}
