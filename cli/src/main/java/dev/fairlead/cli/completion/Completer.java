package dev.fairlead.cli.completion;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.ToolMemory;
import dev.fairlead.cli.text.TypedValue;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Knows how a line can go on. */
final class Completer {
    private static final Map<String, List<String>> VALUES = Map.of(
            "--transport", List.of("http-first", "sse-first", "http-only", "sse-only"),
            "--protocol", List.of("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"),
            "--client-key-alg", List.of("ES256", "ES384", "ES512", "RS256", "PS256", "EdDSA"),
            "--speed", List.of("real", "fast"));
    private static final Set<String> VERBS_OF_TOOLS = Set.of("call", "bench");
    private static final String CONFIG = "--config";

    private final Grammar grammar;
    private final Surroundings surroundings;

    Completer(Grammar grammar, Surroundings surroundings) {
        this.grammar = grammar;
        this.surroundings = surroundings;
    }

    /** Says how to go on with the last of these words, which come after the name of the program. */
    Suggestions complete(List<String> words) {
        var typed = words.getLast();
        var before = words.subList(0, words.size() - 1);
        if (before.contains("--")) {
            return Suggestions.FILES; // The command of a server.
        }
        if (before.isEmpty()) {
            return verbs().startingWith(typed);
        }
        return grammar.verb(before.getFirst())
                .map(verb ->
                        within(verb, before.subList(1, before.size()), typed).startingWith(typed))
                .orElse(Suggestions.NONE);
    }

    private Suggestions verbs() {
        var all = new ArrayList<Candidate>();
        grammar.verbs().forEach((name, about) -> all.add(new Candidate(name, about)));
        all.addAll(List.of(new Candidate("--help", "Show the help."), new Candidate("--version", "Show the version.")));
        return Suggestions.of(all);
    }

    private Suggestions within(CommandSpec verb, List<String> before, String typed) {
        var open = openOption(verb, before);
        if (open != null) {
            return values(open);
        }
        if (typed.startsWith("-")) {
            int sign = typed.indexOf('=');
            return sign < 0 ? options(verb, before) : Suggestions.NONE;
        }
        return words(verb, positions(verb, before), files(before), typed);
    }

    private static @Nullable OptionSpec openOption(CommandSpec verb, List<String> before) {
        if (before.isEmpty()) {
            return null;
        }
        var option = verb.findOption(before.getLast());
        return option != null && option.arity().max() > 0 && before.getLast().startsWith("-") ? option : null;
    }

    private static Suggestions values(OptionSpec option) {
        var known = VALUES.get(option.longestName());
        if (known != null) {
            return Suggestions.of(known.stream().map(Candidate::of).toList());
        }
        var candidates = new ArrayList<Candidate>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(value -> candidates.add(Candidate.of(value)));
        }
        boolean file = isFile(option.type())
                || (option.auxiliaryTypes().length > 0 && isFile(option.auxiliaryTypes()[0]))
                || option.paramLabel().contains("FILE");
        return new Suggestions(candidates, file, false);
    }

    private static boolean isFile(Class<?> type) {
        return type == Path.class || type == File.class;
    }

    private static Suggestions options(CommandSpec verb, List<String> before) {
        var all = new ArrayList<Candidate>();
        for (var option : verb.options()) {
            boolean used =
                    !option.isMultiValue() && List.of(option.names()).stream().anyMatch(before::contains);
            if (!option.hidden() && !used) {
                all.add(new Candidate(option.longestName(), String.join(" ", option.description())));
            }
        }
        return Suggestions.of(all);
    }

    /** Returns the words that are neither options nor their values. */
    private static List<String> positions(CommandSpec verb, List<String> before) {
        var positions = new ArrayList<String>();
        for (int at = 0; at < before.size(); at++) {
            var word = before.get(at);
            if (word.startsWith("-") && word.length() > 1) {
                var option = verb.findOption(word);
                at += option != null && option.arity().max() > 0 ? 1 : 0;
            } else {
                positions.add(word);
            }
        }
        return positions;
    }

    private static List<Path> files(List<String> before) {
        var files = new ArrayList<Path>();
        for (int at = 0; at + 1 < before.size(); at++) {
            if (before.get(at).equals(CONFIG) && isFile(before.get(at + 1))) {
                files.add(Path.of(before.get(at + 1)));
            }
        }
        return files;
    }

    private static boolean isFile(String word) {
        try {
            return Files.isRegularFile(Path.of(word));
        } catch (InvalidPathException odd) {
            return false;
        }
    }

    private Suggestions words(CommandSpec verb, List<String> positions, List<Path> files, String typed) {
        var parameters = verb.positionalParameters();
        if (parameters.isEmpty()) {
            return Suggestions.NONE;
        }
        int last = Math.min(positions.size(), parameters.size() - 1);
        var label = parameters.get(last).paramLabel();
        if (label.contains("SHELL")) {
            return Suggestions.of(
                    CompletionCommand.SHELLS.stream().map(Candidate::of).toList());
        }
        boolean ofFile = parameters.getFirst().paramLabel().contains("FILE");
        if (label.contains("FILE") && (!ofFile || positions.isEmpty())) {
            return Suggestions.FILES;
        }
        int servers = ofFile ? 1 : 0;
        if (positions.size() == servers) {
            return servers(files);
        }
        return VERBS_OF_TOOLS.contains(verb.name()) ? ofTool(positions, files, typed) : Suggestions.NONE;
    }

    private Suggestions servers(List<Path> files) {
        var names = new LinkedHashSet<String>();
        if (files.isEmpty()) {
            names.addAll(surroundings.servers().names());
        }
        names.addAll(KnownServers.names(surroundings, files));
        // A script is a server too.
        return new Suggestions(
                names.stream().filter(Completer::isNoOption).map(Candidate::of).toList(), true, false);
    }

    private Suggestions ofTool(List<String> positions, List<Path> files, String typed) {
        var memory = ToolMemory.of(surroundings.environment(), ToolMemory.key(positions.getFirst(), files));
        if (positions.size() == 1) {
            return Suggestions.of(memory.tools().stream()
                    .filter(tool -> isNoOption(tool.name()))
                    .map(tool -> new Candidate(tool.name(), tool.about()))
                    .toList());
        }
        return memory.tool(positions.get(1))
                .map(tool -> arguments(tool, positions, typed))
                .orElse(Suggestions.NONE);
    }

    /** Others choose names; whoever takes one over must not set an option by it. */
    private static boolean isNoOption(String name) {
        return !name.startsWith("-");
    }

    private static Suggestions arguments(ToolMemory.KnownTool tool, List<String> positions, String typed) {
        int sign = typed.indexOf('=');
        if (sign < 0) {
            return new Suggestions(
                    tool.arguments().stream()
                            .filter(argument -> TypedValue.isName(argument.name()))
                            .filter(argument ->
                                    positions.stream().noneMatch(word -> word.startsWith(argument.name() + "=")))
                            .map(argument -> Candidate.of(argument.name() + "="))
                            .toList(),
                    false,
                    true);
        }
        var name = typed.substring(0, sign);
        return Suggestions.of(tool.arguments().stream()
                .filter(argument -> argument.name().equals(name))
                .flatMap(argument -> argument.values().stream())
                .filter(TypedValue::isPlain)
                .map(value -> Candidate.of(name + "=" + Objects.requireNonNull(value)))
                .toList());
    }
}
