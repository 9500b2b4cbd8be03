package dev.fairlead.console.policy;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What may be started, and what it gets of our environment. */
final class ServerPolicies {
    private ServerPolicies() {}

    static ShownPolicy servers(Standing standing) {
        var draft = new Draft(1, "servers", "Servers")
                .always(
                        "project",
                        "A server that a project's file names starts only after consent to exactly what it runs; after"
                                + " any change it is asked again. Where nobody can be asked, it does not start.")
                .always("own", "Servers of your own configuration, and what you type, start without a question.");
        if (standing.servers().isEmpty()) {
            draft.add("server", "No server is configured.", Draft.USUAL);
        }
        standing.servers()
                .forEach(server -> draft.add(
                        "server",
                        server.name(),
                        "%s: %s".formatted(start(server), what(server.config().endpoint())),
                        server.place()));
        return draft.change(
                "fairlead approve NAME agrees to the start of a project's server, or denies it; at the console,"
                        + " Connect Tool does.",
                "fairlead add, remove, enable and disable change which servers there are.");
    }

    private static String start(Standing.Server server) {
        if (!server.config().enabled()) {
            return "is switched off";
        }
        if (server.consent() == null) {
            return server.config().origin().scope() == Origin.Scope.PROJECT
                    ? "does not start, as it cannot be found out what would run"
                    : "starts unasked";
        }
        return switch (server.consent()) {
            case GIVEN -> "starts, as somebody agreed to it";
            case MISSING -> "does not start, as nobody has agreed to it";
            case CHANGED -> "does not start, as something else was agreed to";
            case DENIED -> "does not start, as that was denied";
        };
    }

    private static String what(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Command command ->
                "runs %s with %s"
                        .formatted(
                                command.program(),
                                Words.count(command.arguments().size(), "argument"));
            case Endpoint.Address address -> "is reached at " + address.place();
            case Endpoint.Own own -> "is a part of the program";
        };
    }

    static ShownPolicy environment(Standing standing) {
        var draft = new Draft(4, "environment", "Environment")
                .always(
                        "inherited",
                        "A server that is started gets %s, what its entry declares, a mark of ours, and nothing else of this"
                                        .formatted(String.join(", ", ServerCommand.inheritedNames(standing.windows())))
                                + " program's environment.");
        standing.servers().forEach(server -> {
            if (server.config().endpoint() instanceof Endpoint.Command command) {
                draft.add("server", server.name(), variables(command), server.place());
            }
        });
        return draft.change("env, envFrom, envFile and inheritEnv in the entry of the server.");
    }

    /** Names variables; what they hold is not for showing. */
    private static String variables(Endpoint.Command command) {
        var parts = new ArrayList<String>();
        parts.add(
                switch (command.inheritance()) {
                    case SAFE -> "gets those";
                    case ALL -> "gets ALL variables of this program (inheritEnv)";
                    case NONE -> "gets none of those (inheritEnv)";
                });
        add(parts, "declared: ", names(command.environment(), true));
        add(parts, "passed on: ", command.passedOn());
        if (command.environmentFile() != null) {
            parts.add("those in " + command.environmentFile());
        }
        add(parts, "not: ", names(command.environment(), false));
        return String.join("; ", parts);
    }

    private static List<String> names(Map<String, ?> environment, boolean declared) {
        return environment.entrySet().stream()
                .filter(variable -> Objects.nonNull(variable.getValue()) == declared)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static void add(List<String> parts, String title, List<String> names) {
        if (!names.isEmpty()) {
            parts.add(title + String.join(", ", names));
        }
    }
}
