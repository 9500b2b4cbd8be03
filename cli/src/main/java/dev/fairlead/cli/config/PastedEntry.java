package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.host.config.ConfigFile;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.ConfigReader;
import dev.fairlead.host.config.JsonText;
import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The entry of a server as its makers publish it, for whichever product. */
public final class PastedEntry {
    private static final int LARGEST = ConfigReader.MAX_BYTES;
    private static final List<String> OF_A_SERVER =
            List.of("command", "url", "httpUrl", "serverUrl", "cmd", "uri", "baseUrl");

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
        // Web pages often show a member without the braces around it.
        var whole = text.startsWith("\"") ? "{" + text + "}" : text;
        var json = JsonText.parse(whole).get(List.of()).orElseThrow();
        var file =
                reader().read(wrapped(json, whole, name), Path.of("pasted.json").toAbsolutePath(), null, Scope.USER);
        return new Pasted(server(file, name), file);
    }

    private ConfigReader reader() {
        return new ConfigReader(home, home);
    }

    /** Puts what stands around servers in files around one that stands alone. */
    private static String wrapped(JsonNode json, String whole, @Nullable String name) {
        boolean alone = OF_A_SERVER.stream().anyMatch(json::has) && !json.has("mcpServers");
        if (alone) {
            var own = json.path("name").isString() ? json.path("name").stringValue() : name;
            if (own == null) {
                throw new UsageException("the entry has no name; type 'fairlead add NAME --entry …'");
            }
            var around = Json.object();
            around.putObject("mcpServers").set(name == null ? own : name, json);
            return Json.write(around);
        }
        boolean servers = !json.isEmpty()
                && json.properties().stream()
                        .allMatch(member -> OF_A_SERVER.stream().anyMatch(member.getValue()::has));
        if (servers) {
            var around = Json.object();
            around.set("mcpServers", json);
            return Json.write(around);
        }
        return whole;
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
            throw new UsageException("--entry holds %d servers; name one of them: %s"
                    .formatted(
                            servers.size(),
                            servers.stream().map(ServerConfig::name).collect(Collectors.joining(", "))));
        }
        return servers.getFirst();
    }

    private static String text(String typed, InputStream in) {
        try {
            if (typed.equals("-")) {
                return decoded(in.readNBytes(LARGEST));
            }
            return typed.startsWith("@") ? decoded(Files.readAllBytes(Path.of(typed.substring(1)))) : typed;
        } catch (IOException | InvalidPathException unreadable) {
            throw new UsageException("--entry: the file or the standard input cannot be read", unreadable);
        }
    }

    private static String decoded(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
