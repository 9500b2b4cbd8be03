package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one file configures.
 *
 * @param file null if it is no file but the program or the environment
 * @param sound whether it could be read as a whole
 * @param digest a hash of its text, which is the same as long as the text is
 * @param inputs what it wants to ask people for
 * @param switches which servers of files that count less it switches on or off
 * @param models what it says about language models
 */
public record ConfigFile(
        @Nullable Path file,
        Dialect dialect,
        Origin.Scope scope,
        boolean sound,
        String digest,
        List<ServerConfig> servers,
        List<InputPrompt> inputs,
        List<ConfigProblem> problems,
        List<ServerSwitch> switches,
        ModelSettings models) {
    /** Copies the collections. */
    public ConfigFile {
        servers = List.copyOf(servers);
        inputs = List.copyOf(inputs);
        problems = List.copyOf(problems);
        switches = List.copyOf(switches);
    }

    /**
     * Returns this file where it can be used, and what it said before where it cannot: servers whose entries became
     * unusable stay as they were, and the problems tell.
     */
    ConfigFile after(ConfigFile before) {
        if (!sound) {
            return new ConfigFile(
                    file,
                    before.dialect,
                    before.scope,
                    false,
                    digest,
                    before.servers,
                    before.inputs,
                    problems,
                    before.switches,
                    before.models);
        }
        var broken = problems.stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .map(ConfigProblem::server)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        var names = servers.stream().map(ServerConfig::name).collect(Collectors.toSet());
        var stay = before.servers.stream()
                .filter(server -> broken.contains(server.name()) && !names.contains(server.name()));
        return new ConfigFile(
                file,
                dialect,
                scope,
                true,
                digest,
                Stream.concat(servers.stream(), stay).toList(),
                inputs,
                problems,
                switches,
                models);
    }

    /** Returns the servers by name, of which the first counts; the others are reported. */
    static Collection<ServerConfig> unique(List<ServerConfig> servers, List<ConfigProblem> problems) {
        var byName = new LinkedHashMap<String, ServerConfig>();
        for (var server : servers) {
            var first = byName.putIfAbsent(server.name(), server);
            if (first != null) {
                problems.add(displaced(server, first));
            }
        }
        return new ArrayList<>(byName.values());
    }

    private static ConfigProblem displaced(ServerConfig server, ServerConfig first) {
        var where = first.origin().file() == null
                ? "what the program or the environment configures"
                : "%s:%s".formatted(first.origin().file(), first.origin().line());
        return new ConfigProblem(
                Severity.WARNING,
                server.origin().file(),
                server.origin().line(),
                0,
                server.name(),
                "",
                "has the name of a server in %s, which counts; give this one another name to use both"
                        .formatted(where));
    }
}
