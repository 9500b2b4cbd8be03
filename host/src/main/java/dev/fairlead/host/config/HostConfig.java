package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that is configured.
 *
 * @param servers each with a name of its own
 * @param inputs what people are to be asked for
 * @param problems what the authors of the files should know
 * @param files where it comes from, what counts more first
 */
public record HostConfig(
        List<ServerConfig> servers, List<InputPrompt> inputs, List<ConfigProblem> problems, List<ConfigFile> files) {
    /** Nothing. */
    public static final HostConfig EMPTY = new HostConfig(List.of(), List.of(), List.of(), List.of());

    /** Copies the collections. */
    public HostConfig {
        servers = List.copyOf(servers);
        inputs = List.copyOf(inputs);
        problems = List.copyOf(problems);
        files = List.copyOf(files);
    }

    /** Returns what several files configure; of servers with the same name the one in the earlier file counts. */
    public static HostConfig of(List<ConfigFile> files) {
        var problems = new ArrayList<>(
                files.stream().flatMap(file -> file.problems().stream()).toList());
        var servers = ConfigFile.unique(switched(files), problems);
        problems.addAll(AliasClaims.problems(servers));
        return new HostConfig(
                List.copyOf(servers),
                files.stream().flatMap(file -> file.inputs().stream()).toList(),
                problems,
                files);
    }

    /** Returns the servers of all files, on or off as files say that count more. */
    private static List<ServerConfig> switched(List<ConfigFile> files) {
        var switches = new HashMap<String, ServerSwitch>();
        var servers = new ArrayList<ServerConfig>();
        for (var file : files) {
            for (var server : file.servers()) {
                var one = switches.get(server.name());
                servers.add(one == null ? server : server.withEnabled(one.enabled()));
            }
            file.switches().forEach(one -> switches.putIfAbsent(one.name(), one));
        }
        return servers;
    }

    /** Returns what a program configures itself. */
    public static HostConfig of(ServerConfig... servers) {
        return new HostConfig(Stream.of(servers).toList(), List.of(), List.of(), List.of());
    }

    /** Returns a server. */
    public Optional<ServerConfig> server(String name) {
        return servers.stream().filter(server -> server.name().equals(name)).findFirst();
    }
}
