package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.ConfigReader;
import dev.fairlead.host.config.Dialect;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Looks at an entry as it will be read. */
public final class EntryLook {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\\}");
    private static final List<String> FOLDERS =
            List.of("workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator");

    private final Surroundings surroundings;
    private final WritingPlace place;

    EntryLook(Surroundings surroundings, WritingPlace place) {
        this.surroundings = surroundings;
        this.place = place;
    }

    /** Returns what an entry comes to, without likely secrets; refuses one that cannot be used. */
    List<String> described(String name, ObjectNode entry) {
        var home = ConfiguredServers.home();
        var resolver = Resolver.of(surroundings.environment(), home, home, SecretSource.NONE);
        var lines = ConfigFingerprint.of(server(name, entry), resolver).describe();
        return lines.stream()
                .filter(line -> !line.startsWith("server: ") && !line.startsWith("configured in: "))
                .toList();
    }

    private ServerConfig server(String name, ObjectNode entry) {
        var root = Json.object();
        root.putObject("mcpServers").set(name, entry);
        var home = ConfiguredServers.home();
        var file = new ConfigReader(home, home).read(Json.write(root), place.file(), Dialect.FAIRLEAD, Scope.USER);
        return file.servers().stream()
                .findFirst()
                .orElseThrow(() -> new UsageException(file.problems().stream()
                        .filter(problem -> problem.severity() == Severity.ERROR)
                        .map(EntryLook::shown)
                        .findFirst()
                        .orElse("this is no server that can be used")));
    }

    private static String shown(ConfigProblem problem) {
        var message = problem.message();
        int end = message.indexOf("; this server is not used");
        return "%s %s".formatted(problem.field(), end < 0 ? message : message.substring(0, end));
    }

    /** Returns what whoever writes it should know. */
    List<String> warnings(String name, ObjectNode entry) {
        var warnings = new ArrayList<String>();
        var secrets = LikelySecrets.fields(server(name, entry));
        if (!secrets.isEmpty()) {
            warnings.add(
                    "%s of '%s' looks like a secret, and stands in %s as it is%s; a variable keeps it out: --env-from, --header-env, or ${NAME}"
                            .formatted(
                                    String.join(", ", secrets),
                                    name,
                                    place.file(),
                                    place.isUsers() ? "" : ", where others read it"));
        }
        var unset = new TreeSet<String>();
        VARIABLE.matcher(Json.write(entry))
                .results()
                .map(match -> match.group(1))
                .filter(variable -> !FOLDERS.contains(variable))
                .filter(variable -> !surroundings.environment().containsKey(variable))
                .forEach(unset::add);
        if (!unset.isEmpty()) {
            warnings.add("not set here, and needed when '%s' is started: %s".formatted(name, String.join(", ", unset)));
        }
        warnings.addAll(rivals(name));
        return warnings;
    }

    private List<String> rivals(String name) {
        var warnings = new ArrayList<String>();
        var servers = ConfiguredServers.read(surroundings, place.files());
        if (servers.search().places().isEmpty()) {
            warnings.add("MCP_SERVER_URL is set, and counts alone; no file is read until it is unset");
            return warnings;
        }
        servers.find(name)
                .filter(server -> !place.file().equals(server.origin().file()))
                .ifPresent(server -> warnings.add("the server '%s' in %s counts before this one"
                        .formatted(name, ConfiguredServers.place(server.origin()))));
        servers.configuration().problems().stream()
                .filter(problem -> name.equals(problem.server()) && problem.severity() == Severity.WARNING)
                .filter(problem -> !place.file().equals(problem.file()))
                .forEach(problem -> warnings.add(problem.text()));
        return warnings;
    }
}
