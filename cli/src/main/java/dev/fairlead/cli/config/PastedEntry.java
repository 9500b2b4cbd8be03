package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.text.TypedFile;
import dev.fairlead.host.config.ConfigFile;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.PastedServers;
import dev.fairlead.host.config.ServerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The entry of a server as its makers publish it, for whichever product. */
public final class PastedEntry {
    private final Path home;

    PastedEntry(Path home) {
        this.home = home;
    }

    /** What was pasted: the server that is meant, and all else that was said. */
    record Pasted(ServerConfig server, ConfigFile file) {}

    /**
     * Reads it.
     *
     * @param typed the JSON itself, {@code @FILE}, or {@code -} for the standard input
     * @param name how it is to be called; null to take the name that it has
     */
    Pasted read(String typed, @Nullable String name, InputStream in) {
        var text = text(typed, in).strip();
        var file = file(text, name);
        return new Pasted(server(file, name), file);
    }

    private ConfigFile file(String text, @Nullable String name) {
        try {
            return new PastedServers(home, Path.of("pasted.json")).read(text, name);
        } catch (IllegalArgumentException nameless) {
            throw new UsageException("the entry has no name; type 'fairlead add NAME --entry …'", nameless);
        }
    }

    private static ServerConfig server(ConfigFile file, @Nullable String name) {
        var servers = file.servers();
        if (servers.isEmpty()) {
            throw new UsageException("--entry holds no server that can be used: "
                    + file.problems().stream()
                            .filter(problem -> problem.severity() == Severity.ERROR)
                            .map(problem ->
                                    (problem.field().isEmpty() ? "" : problem.field() + ": ") + problem.message())
                            .findFirst()
                            .orElse("paste the JSON that its makers publish"));
        }
        var same = servers.stream().filter(server -> server.name().equals(name)).findFirst();
        if (same.isPresent()) {
            return same.get();
        }
        if (servers.size() > 1) {
            throw new UsageException("--entry holds %s servers; name one of them: %s"
                    .formatted(
                            servers.size(),
                            servers.stream().map(ServerConfig::name).collect(Collectors.joining(", "))));
        }
        return servers.getFirst();
    }

    private static String text(String typed, InputStream in) {
        try {
            if (typed.equals("-")) {
                return TypedFile.text(in);
            }
            return typed.startsWith("@") ? TypedFile.text(Path.of(typed.substring(1))) : typed;
        } catch (IOException | InvalidPathException unreadable) {
            throw new UsageException("--entry: the file or the standard input cannot be read", unreadable);
        }
    }
}
