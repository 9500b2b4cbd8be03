package dev.fairlead.host.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the local files that a configuration names and that decide what runs. */
final class NamedFiles {
    private final ServerConfig config;
    private final Resolver resolver;
    private final Path folder;

    NamedFiles(ServerConfig config, Resolver resolver) {
        this.config = config;
        this.resolver = resolver;
        this.folder = resolver.around().folder(config);
    }

    Set<Path> find() {
        var files = new LinkedHashSet<Path>();
        switch (config.endpoint()) {
            case Endpoint.Command command -> {
                var directory = command.directory() == null ? folder : under(folder, "cwd", command.directory());
                line(command.program(), command.arguments(), directory, files);
                Optional.ofNullable(command.environmentFile())
                        .map(file -> under(folder, "envFile", file))
                        .filter(Files::isRegularFile)
                        .ifPresent(files::add);
            }
            case Endpoint.Address address -> {
                var program = address.headersProgram();
                if (!program.isEmpty()) {
                    line(program.getFirst(), program.subList(1, program.size()), folder, files);
                }
            }
            case Endpoint.Own own -> {}
        }
        return files;
    }

    private void line(String program, List<String> arguments, Path directory, Set<Path> files) {
        program(program, directory).ifPresent(files::add);
        // Launchers are told the folder by one argument and the script in it by another.
        var bases = new ArrayList<Path>(List.of(directory));
        candidates(arguments)
                .flatMap(text -> resolved(directory, text).stream())
                .filter(Files::isDirectory)
                .forEach(bases::add);
        candidates(arguments)
                .flatMap(text -> bases.stream().flatMap(base -> resolved(base, text).stream()))
                .filter(Files::isRegularFile)
                .forEach(files::add);
    }

    /** An argument may be a file, or an option with one behind its equals sign. */
    private Stream<String> candidates(List<String> arguments) {
        return arguments.stream()
                .flatMap(argument -> resolver.attempt(config, "args", argument).stream())
                .flatMap(argument -> {
                    int equals = argument.indexOf('=');
                    return equals < 0 ? Stream.of(argument) : Stream.of(argument, argument.substring(equals + 1));
                })
                .filter(text -> !text.isBlank());
    }

    /** A program by its path; one that is searched for, only where it lies in the project. */
    private Optional<Path> program(String written, Path directory) {
        var program = resolver.attempt(config, "command", written).orElse(written);
        if (program.contains("/") || (resolver.around().windows() && program.contains("\\"))) {
            return resolved(directory, program).filter(Files::isRegularFile);
        }
        var path = resolver.around().variable("PATH").orElse("");
        return Stream.of(path.split(Pattern.quote(java.io.File.pathSeparator)))
                .filter(place -> !place.isBlank())
                .flatMap(place -> resolved(directory, place).stream())
                .flatMap(place -> resolved(place, program).stream())
                .filter(Files::isRegularFile)
                .findFirst()
                .filter(file -> file.startsWith(folder) || file.startsWith(directory));
    }

    private Path under(Path base, String field, String written) {
        return resolver.attempt(config, field, written)
                .flatMap(text -> resolved(base, text))
                .orElse(base);
    }

    private static Optional<Path> resolved(Path base, String text) {
        try {
            return Optional.of(base.resolve(text).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
