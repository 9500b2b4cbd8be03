package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The work of the verbs that list what a server has. */
final class Listing {
    private Listing() {}

    static ExitCode prompts(List<String> words, Visit visit) {
        return list(words, visit, PromptsCommand.NAME, client -> {
            var prompts = client.listPrompts();
            var table = Table.of(Column.whole("PROMPT"), Column.wrapped("DESCRIPTION"));
            prompts.forEach(prompt -> table.row(
                    StyledText.of(signature(prompt), Role.NAME), words(prompt.title(), prompt.description())));
            return new Listed("prompts", prompts.stream().map(Prompt::toJson).toList(), table);
        });
    }

    static ExitCode resources(List<String> words, Visit visit) {
        return list(words, visit, ResourcesCommand.NAME, client -> {
            var resources = client.listResources();
            var table = Table.of(
                    Column.whole("URI"), Column.whole("TYPE"), Column.number("SIZE"), Column.wrapped("DESCRIPTION"));
            resources.forEach(resource -> table.row(
                    StyledText.of(resource.uri(), Role.NAME),
                    StyledText.of(resource.mimeType() == null ? "" : resource.mimeType()),
                    StyledText.of(resource.size() == null ? "" : ContentText.size(resource.size())),
                    words(resource.title() == null ? resource.name() : resource.title(), resource.description())));
            return new Listed(
                    "resources", resources.stream().map(Resource::toJson).toList(), table);
        });
    }

    static ExitCode templates(List<String> words, Visit visit) {
        return list(words, visit, TemplatesCommand.NAME, client -> {
            var templates = client.listResourceTemplates();
            var table = Table.of(Column.whole("TEMPLATE"), Column.whole("TYPE"), Column.wrapped("DESCRIPTION"));
            templates.forEach(template -> table.row(
                    StyledText.of(template.uriTemplate(), Role.NAME),
                    StyledText.of(template.mimeType() == null ? "" : template.mimeType()),
                    words(template.title() == null ? template.name() : template.title(), template.description())));
            return new Listed(
                    "templates",
                    templates.stream().map(ResourceTemplate::toJson).toList(),
                    table);
        });
    }

    private static ExitCode list(List<String> words, Visit visit, String verb, Function<McpClient, Outcome> list) {
        return visit.make(Attempt.begin(), targets -> targets.only(words, verb), (client, attempt, printer) -> {
            printer.print(attempt, list.apply(client));
            return ExitCode.OK;
        });
    }

    /** Returns a prompt with its arguments, such as {@code review(file, style?)}. */
    private static String signature(Prompt prompt) {
        return prompt.arguments().isEmpty()
                ? prompt.name()
                : prompt.arguments().stream()
                        .map(Listing::argument)
                        .collect(Collectors.joining(", ", prompt.name() + "(", ")"));
    }

    private static String argument(PromptArgument argument) {
        return argument.required() ? argument.name() : argument.name() + "?";
    }

    private static StyledText words(@Nullable String title, @Nullable String description) {
        var first = description == null
                ? ""
                : description
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .findFirst()
                        .orElse("");
        if (title == null || title.isBlank() || title.equals(first)) {
            return StyledText.of(first);
        }
        return StyledText.of(first.isEmpty() ? title : title + ": " + first);
    }
}
