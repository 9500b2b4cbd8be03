package dev.fairlead.cli.shell;

import dev.fairlead.cli.line.LineStyle;
import dev.fairlead.cli.line.Proposal;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.TypedValue;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;

/** What the word may become that is being typed. */
final class WordProposals implements LineStyle.Proposals {
    private static final int MOST = 500;

    private final ShellSession session;

    WordProposals(ShellSession session) {
        this.session = session;
    }

    @Override
    public List<Proposal> propose(List<String> before, String typed) {
        return all(before, typed)
                // What could not be typed, or would drive the terminal, is not proposed.
                .filter(proposal -> proposal.value().equals(Sanitizer.line(proposal.value())))
                .filter(proposal -> proposal.value().startsWith(typed))
                // Names that others chose set no option.
                .filter(proposal -> typed.startsWith("-") || !proposal.value().startsWith("-"))
                .limit(MOST)
                .toList();
    }

    private Stream<Proposal> all(List<String> before, String typed) {
        var verbs = session.root().subcommands();
        if (before.isEmpty()) {
            return Stream.concat(
                            verbs.keySet().stream().filter(name -> !name.equals(ShellCommand.NAME)),
                            ShellSession.OWN.stream())
                    .map(Proposal::of);
        }
        var name = before.getFirst();
        if (name.equals("use") || name.equals("close")) {
            return before.size() == 1 ? session.names().all().stream().map(Proposal::of) : Stream.empty();
        }
        if (name.equals("help")) {
            return before.size() == 1 ? verbs.keySet().stream().map(Proposal::of) : Stream.empty();
        }
        var line = verbs.get(name);
        return line == null || before.contains("--")
                ? Stream.empty()
                : verb(name, line.getCommandSpec(), before, typed);
    }

    private Stream<Proposal> verb(String name, CommandSpec verb, List<String> before, String typed) {
        if (before.size() > 1 && Positions.takesNext(before.getLast(), verb)) {
            return optionValue(before.getLast(), verb, before, typed);
        }
        if (typed.startsWith("-")) {
            return verb.options().stream().filter(option -> !option.hidden()).flatMap(WordProposals::names);
        }
        if (!ShellSession.ABOUT_A_SERVER.contains(name)) {
            return session.names().all().stream().map(Proposal::of);
        }
        var words = Positions.of(before, verb).stream().map(before::get).toList();
        boolean named = !words.isEmpty() && session.names().isServer(words.getFirst());
        var kept = session.connection(named ? words.getFirst() : null);
        var rest = named ? words.subList(1, words.size()) : words;
        var servers = words.isEmpty() ? session.names().all().stream().map(Proposal::of) : Stream.<Proposal>empty();
        return Stream.concat(kept.map(there -> about(name, there, rest, typed)).orElse(Stream.empty()), servers);
    }

    private Stream<Proposal> optionValue(String option, CommandSpec verb, List<String> before, String typed) {
        if (option.equals("--resource")) {
            var words = Positions.of(before, verb).stream().map(before::get).toList();
            return session.connection(words.isEmpty() ? null : words.getFirst()).stream()
                    .flatMap(kept -> kept.known("resources", McpClient::listResources).stream())
                    .map(resource -> new Proposal(resource.uri(), resource.name(), false));
        }
        if (option.equals("--args")) {
            return typed.startsWith("@") ? FileProposals.of("@", typed.substring(1)) : Stream.empty();
        }
        return FileProposals.of("", typed);
    }

    private static Stream<Proposal> names(OptionSpec option) {
        var about = option.description().length == 0 ? "" : option.description()[0];
        return Stream.of(option.names())
                .filter(name -> name.startsWith("--") || option.names().length == 1)
                .map(name -> new Proposal(name, about, false));
    }

    private Stream<Proposal> about(String verb, Kept kept, List<String> words, String typed) {
        return switch (verb) {
            case "call" -> call(kept, words, typed);
            case "prompt" -> prompt(kept, words, typed);
            case "complete" -> complete(kept, words, typed);
            case "read" -> words.isEmpty() ? resources(kept) : Stream.empty();
            default -> Stream.empty();
        };
    }

    private static Stream<Proposal> resources(Kept kept) {
        return kept.known("resources", McpClient::listResources).stream()
                .map((Resource resource) -> new Proposal(resource.uri(), resource.name(), false));
    }

    private static Stream<Proposal> call(Kept kept, List<String> words, String typed) {
        var tools = kept.known("tools", McpClient::listTools);
        if (words.isEmpty()) {
            return tools.stream().map((Tool tool) -> new Proposal(tool.name(), text(tool.description()), false));
        }
        var schema = tools.stream()
                .filter(tool -> tool.name().equals(words.getFirst()))
                .map(Tool::inputSchema)
                .findFirst();
        return schema.map(known -> arguments(known, words.subList(1, words.size()), typed))
                .orElse(Stream.empty());
    }

    /** Proposes {@code KEY=}, then values where there are only so many. */
    static Stream<Proposal> arguments(JsonNode schema, List<String> given, String typed) {
        int sign = typed.indexOf('=');
        if (sign < 0) {
            var keys = given.stream().map(WordProposals::key).toList();
            return schema.path("properties").properties().stream()
                    .filter(property -> TypedValue.isName(property.getKey()))
                    .filter(property -> !keys.contains(property.getKey()) || isArray(property.getValue()))
                    .map(property -> new Proposal(
                            property.getKey() + (structured(property.getValue()) ? ":=" : "="),
                            text(property.getValue().path("description").stringValue(null)),
                            true));
        }
        var start = typed.substring(0, sign + 1);
        if (typed.startsWith("@", sign + 1)) {
            return FileProposals.of(start + "@", typed.substring(sign + 2));
        }
        var property = schema.path("properties").path(key(typed));
        return values(isArray(property) ? property.path("items") : property)
                .filter(TypedValue::isPlain)
                .map(value -> Proposal.of(start + value));
    }

    private static Stream<String> values(JsonNode schema) {
        if (schema.path("type").stringValue("").equals("boolean")) {
            return Stream.of("true", "false");
        }
        var values = new ArrayList<JsonNode>(schema.path("enum").values());
        for (var word : List.of("oneOf", "anyOf")) {
            schema.path(word).values().forEach(branch -> {
                if (branch.has("const")) {
                    values.add(branch.get("const"));
                }
                branch.path("enum").values().forEach(values::add);
            });
        }
        if (schema.has("const")) {
            values.add(schema.get("const"));
        }
        return values.stream().map(value -> value.isString() ? value.stringValue() : Json.write(value));
    }

    private static boolean structured(JsonNode schema) {
        return schema.path("type").stringValue("").equals("object");
    }

    private static boolean isArray(JsonNode schema) {
        return schema.path("type").stringValue("").equals("array");
    }

    private static Stream<Proposal> prompt(Kept kept, List<String> words, String typed) {
        var prompts = kept.known("prompts", McpClient::listPrompts);
        if (words.isEmpty()) {
            return prompts.stream()
                    .map((Prompt prompt) -> new Proposal(prompt.name(), text(prompt.description()), false));
        }
        var given = words.subList(1, words.size());
        if (typed.indexOf('=') >= 0) {
            return suggested(kept, CompletionReference.prompt(words.getFirst()), given, typed);
        }
        var keys = given.stream().map(WordProposals::key).toList();
        return prompts.stream()
                .filter(prompt -> prompt.name().equals(words.getFirst()))
                .flatMap(prompt -> prompt.arguments().stream())
                .filter(argument -> TypedValue.isName(argument.name()) && !keys.contains(argument.name()))
                .map((PromptArgument argument) ->
                        new Proposal(argument.name() + "=", text(argument.description()), true));
    }

    private static Stream<Proposal> complete(Kept kept, List<String> words, String typed) {
        if (words.isEmpty()) {
            return Stream.concat(
                    prompt(kept, words, typed),
                    kept.known("templates", McpClient::listResourceTemplates).stream()
                            .map((ResourceTemplate template) ->
                                    new Proposal(template.uriTemplate(), template.name(), false)));
        }
        return prompt(kept, words, typed);
    }

    /** Proposes what the server does. */
    private static Stream<Proposal> suggested(
            Kept kept, CompletionReference reference, List<String> given, String typed) {
        Map<String, String> earlier = new LinkedHashMap<>();
        given.stream()
                .filter(word -> word.indexOf('=') > 0)
                .forEach(word -> earlier.put(key(word), word.substring(word.indexOf('=') + 1)));
        int sign = typed.indexOf('=');
        return kept.client().complete(reference, key(typed), typed.substring(sign + 1), earlier).values().stream()
                .filter(TypedValue::isPlain)
                .map(value -> Proposal.of(typed.substring(0, sign + 1) + value));
    }

    private static String key(String word) {
        int sign = word.indexOf('=');
        var key = sign < 0 ? word : word.substring(0, sign);
        return key.endsWith(":") ? key.substring(0, key.length() - 1) : key;
    }

    private static String text(@Nullable String description) {
        return description == null ? "" : description.lines().findFirst().orElse("");
    }
}
