package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The one server that a variable of the environment configures: an address, or a command line. */
final class EnvironmentServer {
    static final String VARIABLE = "MCP_SERVER_URL";
    private static final Origin ORIGIN = new Origin(null, 0, Dialect.FAIRLEAD, Origin.Scope.ENVIRONMENT);

    private EnvironmentServer() {}

    static ConfigFile read(String value, boolean windows) {
        var problems = new Problems(null);
        try {
            var endpoint = endpoint(value.strip(), windows);
            var server = ServerConfig.builder(name(endpoint), endpoint)
                    .origin(ORIGIN)
                    .build();
            return file(value, List.of(server), problems);
        } catch (IllegalArgumentException e) {
            // What is wrong with it may be quoted in the cause, and a password may be in it.
            problems.add(
                    Severity.ERROR,
                    null,
                    null,
                    VARIABLE,
                    "is neither an http or https address nor a command line with closed quotation marks");
            return file(value, List.of(), problems);
        }
    }

    private static ConfigFile file(String value, List<ServerConfig> servers, Problems problems) {
        return new ConfigFile(
                null,
                Dialect.FAIRLEAD,
                Origin.Scope.ENVIRONMENT,
                !servers.isEmpty(),
                Integer.toHexString(value.hashCode()),
                servers,
                List.of(),
                problems.all(),
                List.of(),
                ModelSettings.NONE);
    }

    private static Endpoint endpoint(String value, boolean windows) {
        if (value.toLowerCase(Locale.ROOT).matches("https?://.*")) {
            var url = escaped(value);
            return new Endpoint.Address(url, EndpointReader.byPath(value), Map.of(), Map.of(), List.of(), null);
        }
        var words = CommandLine.split(value, windows);
        if (words.isEmpty() || words.getFirst().isBlank()) {
            throw new IllegalArgumentException("no program");
        }
        return Endpoint.Command.of(
                escaped(words.getFirst()),
                words.subList(1, words.size()).stream()
                        .map(EnvironmentServer::escaped)
                        .toArray(String[]::new));
    }

    /** Whoever set the variable had a shell at hand; what is left in it is meant as it stands. */
    private static String escaped(String text) {
        return text.replace("$", "$$");
    }

    private static String name(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Address address ->
                HttpTransport.to(address.url().replace("$$", "$")).server();
            case Endpoint.Command command ->
                StdioTransport.of(ServerCommand.of(
                                command.program(), command.arguments().toArray(String[]::new)))
                        .server();
            case Endpoint.Own own -> own.transport().server();
        };
    }
}
