package dev.fairlead.host.config;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody means who typed one text for a server: the path of a script, a command, a URL, or JSON. Nothing is
 * started to find that out.
 *
 * @param kind what it was taken for
 * @param servers what would be connected; none where there is a problem
 * @param problem why nothing can be made of it, and what to type; null if there is none
 */
public record TypedText(
        Kind kind, List<ServerConfig> servers, @Nullable String problem) {

    /** What a text can be. */
    public enum Kind {
        EMPTY,
        SCRIPT,
        COMMAND,
        URL,
        JSON,
        PROBLEM
    }

    /** Copies the list. */
    public TypedText {
        servers = List.copyOf(servers);
    }

    /**
     * Finds out what a text means.
     *
     * @param folder where relative paths begin
     * @param pasted reads JSON
     * @param name how the server is to be called; null for a name that fits
     */
    public static TypedText of(String typed, Path folder, PastedServers pasted, @Nullable String name) {
        var text = typed.strip();
        if (text.isEmpty()) {
            return new TypedText(Kind.EMPTY, List.of(), "Enter a script path, command or URL.");
        }
        if (text.startsWith("{") || (text.startsWith("\"") && text.contains("{"))) {
            return json(text, pasted, name);
        }
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            return problem("That is more than one line; type one command, one URL, or paste JSON.");
        }
        if (isHttp(text)) {
            return url(text, name);
        }
        if (text.contains("://") && text.indexOf("://") < 12 && text.indexOf(' ') < 0) {
            return problem("Only http and https addresses can be reached.");
        }
        return path(text, folder).map(path -> script(path, folder, name)).orElseGet(() -> command(text, folder, name));
    }

    private static boolean isHttp(String text) {
        var start = text.substring(0, Math.min(8, text.length())).toLowerCase(Locale.ROOT);
        return start.startsWith("http://") || start.equals("https://");
    }

    private static TypedText json(String text, PastedServers pasted, @Nullable String name) {
        try {
            var file = pasted.read(text, name == null ? "pasted" : name);
            if (!file.servers().isEmpty()) {
                return new TypedText(Kind.JSON, file.servers(), null);
            }
            return problem(file.problems().stream()
                    .filter(one -> one.severity() == ConfigProblem.Severity.ERROR)
                    .map(one -> (one.field().isEmpty() ? "" : one.field() + ": ") + one.message())
                    .findFirst()
                    .orElse("There is no server in this JSON; paste what its makers publish."));
        } catch (ConfigEditException | IllegalArgumentException broken) {
            return problem("This JSON cannot be read: " + broken.getMessage());
        }
    }

    private static TypedText url(String text, @Nullable String name) {
        try {
            var host = Optional.ofNullable(URI.create(text).getHost());
            var ignored = HttpTransport.to(text);
            var called = name == null ? host.orElse("server") : name;
            return new TypedText(Kind.URL, List.of(ServerConfig.of(called, Endpoint.Address.of(escaped(text)))), null);
        } catch (IllegalArgumentException noUrl) {
            return problem("This is no address that can be reached: check what stands after http(s)://.");
        }
    }

    /** Returns the path that a text is if it is one alone, blanks in it or not. */
    private static Optional<Path> path(String text, Path folder) {
        try {
            var path = folder.resolve(
                            text.startsWith("~/") ? System.getProperty("user.home", "") + text.substring(1) : text)
                    .normalize();
            boolean there = Files.exists(path);
            boolean script = ServerCommand.isScript(text) && (text.indexOf(' ') < 0 || there);
            boolean program = there && Files.isRegularFile(path) && Files.isExecutable(path) && text.contains("/");
            boolean named = there && text.contains("/") && !program;
            return script || named ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static TypedText script(Path path, Path folder, @Nullable String name) {
        if (Files.isDirectory(path)) {
            return problem("%s is a folder; give the script in it.".formatted(path));
        }
        if (!Files.exists(path)) {
            return notFound(path);
        }
        if (!Files.isReadable(path)) {
            return problem("No permission to read %s".formatted(path));
        }
        if (!ServerCommand.isScript(path.toString())) {
            return problem("Only scripts such as .py and .js start by path. Give a command for others.");
        }
        try {
            return command(Kind.SCRIPT, ServerCommand.script(path).command(), folder, name);
        } catch (McpException unusable) {
            return problem(String.valueOf(unusable.getMessage()));
        }
    }

    private static TypedText command(String text, Path folder, @Nullable String name) {
        try {
            var words = CommandLine.split(text, Surroundings.isWindows());
            if (words.isEmpty() || words.getFirst().isBlank()) {
                return problem("Enter a script path, command or URL.");
            }
            if (ServerCommand.isScript(words.getFirst())) {
                var rest = words.subList(1, words.size()).toArray(String[]::new);
                return command(
                        Kind.SCRIPT,
                        ServerCommand.script(folder.resolve(words.getFirst()), rest)
                                .command(),
                        folder,
                        name);
            }
            var search = ServerCommand.of(words).withDirectory(folder).search();
            if (search.file().isEmpty()) {
                return problem("%s was not found%s."
                        .formatted(words.getFirst(), search.folders().isEmpty() ? "" : " in any folder of PATH"));
            }
            if (!search.executable()) {
                return problem("%s may not be run.".formatted(search.file().get()));
            }
            var missing = Launchers.missingScript(words, folder);
            if (missing.isPresent()) {
                return notFound(missing.get());
            }
            return command(Kind.COMMAND, words, folder, name);
        } catch (McpException | IllegalArgumentException unusable) {
            return problem(String.valueOf(unusable.getMessage()));
        }
    }

    private static TypedText command(Kind kind, List<String> words, Path folder, @Nullable String name) {
        var called = name == null ? StdioTransport.of(ServerCommand.of(words)).server() : name;
        var endpoint = new Endpoint.Command(
                escaped(words.getFirst()),
                words.subList(1, words.size()).stream().map(TypedText::escaped).toList(),
                Map.of(),
                List.of(),
                null,
                escaped(folder.toAbsolutePath().toString()),
                Endpoint.Inheritance.SAFE);
        return new TypedText(kind, List.of(ServerConfig.of(called, endpoint)), null);
    }

    /** What was typed is meant as it stands, and names no variable. */
    private static String escaped(String text) {
        return text.replace("$", "$$");
    }

    private static TypedText notFound(Path path) {
        return problem("File not found: %s".formatted(path));
    }

    private static TypedText problem(String words) {
        return new TypedText(Kind.PROBLEM, List.of(), words);
    }
}
