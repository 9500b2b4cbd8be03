package dev.fairlead.host;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.supervision.ServerStanding;
import java.time.Instant;
import java.util.List;

/** Describes how a configured server stands. */
final class StatusReport {
    private StatusReport() {}

    static ServerStatus of(ServerConfig config, Fleet fleet, Redactor redactor, int tools) {
        var server = fleet.server(config.name());
        if (server.isEmpty()) {
            return new ServerStatus(
                    config.name(),
                    "disabled",
                    "",
                    "",
                    "",
                    Instant.EPOCH,
                    null,
                    transport(config.endpoint()),
                    target(config.endpoint()),
                    null,
                    0,
                    List.of(),
                    List.of(),
                    config.origin());
        }
        var standing = server.get().standing();
        return new ServerStatus(
                config.name(),
                standing.state(),
                redactor.text(standing.reason()),
                redactor.text(standing.cause()),
                redactor.text(standing.brief()),
                standing.since(),
                standing.nextTry(),
                transport(config.endpoint()),
                target(config.endpoint()),
                standing.profile(),
                tools,
                server.get().stateNames(),
                lines(fleet, config.name(), standing).stream()
                        .map(redactor::text)
                        .toList(),
                config.origin());
    }

    /** Returns what the process wrote that failed; one that is being started may write beside it already. */
    private static List<String> lines(Fleet fleet, String name, ServerStanding standing) {
        return standing.lastWords().isEmpty() ? fleet.errorLines(name) : standing.lastWords();
    }

    private static String transport(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Command command -> "stdio";
            case Endpoint.Address address -> "http";
            case Endpoint.Own own -> own.transport().kind();
        };
    }

    /** Returns the program or the address; arguments, headers and queries may be secret. */
    private static String target(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Command command -> command.program();
            case Endpoint.Address address -> address.place();
            case Endpoint.Own own -> own.transport().server();
        };
    }
}
