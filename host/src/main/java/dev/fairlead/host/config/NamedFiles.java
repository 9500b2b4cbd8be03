package dev.fairlead.host.config;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the local files that a configuration names: those that decide what runs, and those that hold data. */
final class NamedFiles {
    // A list of a thousand folders would make a million places to look at.
    private static final int MOST_BASES = 8;

    private final ServerConfig config;
    private final Resolver resolver;
    private final Path folder;
    private final Set<Path> code = new LinkedHashSet<>();
    private final Set<Path> data = new LinkedHashSet<>();

    /**
     * What was found.
     *
     * @param code what decides what runs
     * @param data what a server may write while it runs
     */
    record Found(Set<Path> code, Set<Path> data) {}

    /** A word of a command line that may be a file, and the option that it belongs to. */
    private record Word(String option, String text) {}

    NamedFiles(ServerConfig config, Resolver resolver) {
        this.config = config;
        this.resolver = resolver;
        this.folder = resolver.around().folder(config);
    }

    Found find() {
        switch (config.endpoint()) {
            case Endpoint.Command command -> {
                var directory = command.directory() == null ? folder : under(folder, "cwd", command.directory());
                line(command.program(), command.arguments(), directory);
                Optional.ofNullable(command.environmentFile())
                        .map(file -> under(folder, "envFile", file))
                        .filter(Files::isRegularFile)
                        .ifPresent(code::add);
            }
            case Endpoint.Address address -> {
                var program = address.headersProgram();
                if (!program.isEmpty()) {
                    line(program.getFirst(), program.subList(1, program.size()), folder);
                }
            }
            case Endpoint.Own own -> {}
        }
        data.removeAll(code);
        return new Found(code, data);
    }

    private void line(String written, List<String> arguments, Path directory) {
        var program = resolver.attempt(config, "command", written).orElse(written);
        program(program, directory).ifPresent(code::add);
        var name = Launchers.name(program);
        var words = words(arguments);
        // Launchers are told the folder by one argument and the script in it by another.
        var bases = Stream.concat(
                        Stream.of(directory),
                        words.stream()
                                .flatMap(word -> Launchers.resolved(directory, word.text).stream())
                                .filter(Files::isDirectory))
                .distinct()
                .limit(MOST_BASES)
                .toList();
        bases.forEach(base -> Launchers.recipes(name, base).forEach(code::add));
        boolean script = !Launchers.runsFiles(name);
        for (var word : words) {
            var files = bases.stream()
                    .flatMap(base -> Launchers.resolved(base, word.text).stream())
                    .filter(Files::isRegularFile)
                    .toList();
            for (var file : files) {
                // Up to the script everything is code, whatever it is called.
                boolean kept = script
                        && FileRole.isData(word.option, file, resolver.around().windows());
                (kept ? data : code).add(file);
            }
            bases.forEach(
                    base -> Launchers.meant(name, word.option, word.text, base).forEach(code::add));
            script = script || (!files.isEmpty() && word.option.isEmpty());
        }
    }

    /** An argument may be a file, or an option with one behind its equals sign, or the value of the option before it. */
    private List<Word> words(List<String> arguments) {
        var words = new ArrayList<Word>();
        var before = "";
        for (var written : arguments) {
            var argument = resolver.attempt(config, "args", written).orElse("");
            int equals = argument.indexOf('=');
            if (!argument.isBlank()) {
                words.add(new Word(argument.startsWith("-") ? "" : before, argument));
            }
            if (equals >= 0 && equals + 1 < argument.length()) {
                words.add(new Word(argument.substring(0, equals), argument.substring(equals + 1)));
            }
            before = argument.startsWith("-") && equals < 0 ? argument : "";
        }
        return words;
    }

    /** A program by its path; one that is searched for, only where it lies in the project. */
    private Optional<Path> program(String program, Path directory) {
        if (program.contains("/") || (resolver.around().windows() && program.contains("\\"))) {
            return Launchers.resolved(directory, program).filter(Files::isRegularFile);
        }
        var path = resolver.around().variable("PATH").orElse("");
        return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .filter(place -> !place.isBlank())
                .flatMap(place -> Launchers.resolved(directory, place).stream())
                .flatMap(place -> Launchers.resolved(place, program).stream())
                .filter(Files::isRegularFile)
                .findFirst()
                .filter(file -> file.startsWith(folder) || file.startsWith(directory));
    }

    private Path under(Path base, String field, String written) {
        return resolver.attempt(config, field, written)
                .flatMap(text -> Launchers.resolved(base, text))
                .orElse(base);
    }
}
