package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.Origin.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads configurations of every known dialect. A bad entry costs no other one, and nothing that is read starts anything.
 *
 * <p>Instances are immutable.
 */
public final class ConfigReader {
    /** How large a file may be. */
    public static final int MAX_BYTES = 1 << 20;

    // The whole state of a program is in this one, beside the servers.
    private static final Set<String> ELSEWHERE =
            Set.of("servers", "mcp_servers", "context_servers", "mcp", "mcpservers");
    private static final String STATE_FILE = ".claude.json";
    private static final int MAX_STATE_BYTES = 16 << 20;
    static final Set<String> OWN_TOP = Set.of("$schema", "mcpServers", "inputs", "models");

    private final Path workspace;
    private final Path home;

    /**
     * Creates a reader.
     *
     * @param workspace the folder that the user works in
     * @param home the user's home, where programs of the user's own files work
     */
    public ConfigReader(Path workspace, Path home) {
        this.workspace = workspace.toAbsolutePath().normalize();
        this.home = home.toAbsolutePath().normalize();
    }

    /** Reads a file; one that cannot be read comes back with a problem and no servers. */
    public ConfigFile read(Path file, Scope scope) {
        try {
            return read(BoundedFile.read(file, limit(file)), file, null, scope);
        } catch (IOException e) {
            var problems = new Problems(file);
            problems.add(
                    Severity.ERROR, null, null, "", "the file could not be read: %s".formatted(BoundedFile.why(e)));
            return unsound(file, Dialect.PLAIN, scope, "", problems);
        }
    }

    /** Returns how large a file may be. */
    static int limit(Path file) {
        return file.endsWith(STATE_FILE) ? MAX_STATE_BYTES : MAX_BYTES;
    }

    /**
     * Reads the text of a file.
     *
     * @param dialect whose way of writing it is; null to find out by its place and content
     */
    public ConfigFile read(String text, Path file, @Nullable Dialect dialect, Scope scope) {
        var problems = new Problems(file);
        var digest = HexFormat.of().formatHex(BoundedFile.sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
        var format = Format.of(file);
        var place = dialect == null ? DialectFinder.byPlace(file).orElse(null) : dialect;
        if (text.length() > limit(file)) {
            problems.add(Severity.ERROR, null, null, "", "the file is too large for a configuration");
            return unsound(file, place == null ? Dialect.PLAIN : place, scope, digest, problems);
        }
        try {
            var document = Document.parse(text, format);
            var found = place == null ? DialectFinder.byShape(document.root(), format) : place;
            return read(document, file, found, scope, digest, problems);
        } catch (BadDocument e) {
            problems.add(Severity.ERROR, e.line(), e.column(), null, "", e.problem());
            return unsound(file, place == null ? Dialect.PLAIN : place, scope, digest, problems);
        }
    }

    private static ConfigFile unsound(Path file, Dialect dialect, Scope scope, String digest, Problems problems) {
        return new ConfigFile(
                file,
                dialect,
                scope,
                false,
                digest,
                List.of(),
                List.of(),
                problems.all(),
                List.of(),
                ModelSettings.NONE);
    }

    private ConfigFile read(
            Document document, Path file, Dialect dialect, Scope scope, String digest, Problems problems) {
        var root = document.root();
        if (!root.isObject()) {
            problems.add(
                    Severity.ERROR,
                    root,
                    null,
                    "",
                    "the file must hold an object, and holds " + root.kind().words());
            return unsound(file, dialect, scope, digest, problems);
        }
        document.duplicates()
                .forEach(twice -> problems.add(
                        Severity.WARNING,
                        twice.line(),
                        twice.column(),
                        null,
                        twice.name(),
                        "stands twice in the same object; the later one counts, remove the other"));
        var containers = Containers.in(root, dialect);
        if (containers.isEmpty()) {
            reportEmpty(root, dialect, problems);
        }
        var servers = new ArrayList<ServerConfig>();
        var switches = new ArrayList<ServerSwitch>();
        for (var container : containers) {
            servers.addAll(servers(container, file, dialect, scope, problems, switches));
        }
        if (dialect.own()) {
            reportTop(root, problems);
        }
        reportSandbox(root, dialect, problems);
        var inputs = InputReader.read(root.member("inputs"), problems);
        var models = dialect.own() ? ModelReader.read(root.member("models"), scope, problems) : ModelSettings.NONE;
        var twice = new ArrayList<ConfigProblem>();
        var unique = ConfigFile.unique(GlobalRules.applied(root, dialect, servers), twice);
        twice.addAll(0, problems.all());
        return new ConfigFile(
                file, dialect, scope, true, digest, Bounds.fitting(unique, twice), inputs, twice, switches, models);
    }

    private List<ServerConfig> servers(
            Containers.Container container,
            Path file,
            Dialect dialect,
            Scope scope,
            Problems problems,
            List<ServerSwitch> switches) {
        var folder = folder(container, file, scope);
        if (container.project() != null && !workspace.equals(folder)) {
            problems.add(
                    Severity.NOTE,
                    container.servers(),
                    null,
                    container.path(),
                    "is for another project; its servers are left out");
            return List.of();
        }
        if (!container.servers().isObject()) {
            problems.add(
                    Severity.ERROR,
                    container.servers(),
                    null,
                    container.path(),
                    "must be an object with an object for each server");
            return List.of();
        }
        var servers = new ArrayList<ServerConfig>();
        container.servers().members().forEach((name, entry) -> {
            var path = container.path().isEmpty() ? name : container.path() + "." + name;
            if (!entry.isObject()) {
                problems.add(
                        Severity.ERROR,
                        entry,
                        name,
                        path,
                        "must be an object that names a command or a url; this server is not used");
                return;
            }
            var origin = new Origin(file, entry.line(), dialect, scope);
            var switched = EntryReader.onlySwitch(name, entry, origin);
            if (switched.isPresent()) {
                switches.add(switched.get());
                return;
            }
            var reader = new EntryReader(name, entry, path, origin, problems);
            reader.read(folder).ifPresent(server -> {
                reader.reportIgnored();
                LiteralVariables.report(server, entry, path, problems);
                servers.add(server);
            });
        });
        return servers;
    }

    private @Nullable Path folder(Containers.Container container, Path file, Scope scope) {
        if (container.project() != null) {
            try {
                return Path.of(container.project()).normalize();
            } catch (InvalidPathException e) {
                return null;
            }
        }
        return switch (scope) {
            case PROJECT -> ProjectFolder.of(file);
            case USER -> home;
            case PROGRAM, ENVIRONMENT -> null;
        };
    }

    private static void reportEmpty(Located root, Dialect dialect, Problems problems) {
        if (root.member("packages") != null || root.member("remotes") != null) {
            problems.add(
                    Severity.ERROR,
                    root,
                    null,
                    "",
                    "the file describes a server for a registry and configures none; write an entry below mcpServers");
            return;
        }
        problems.add(
                dialect == Dialect.PLAIN ? Severity.ERROR : Severity.NOTE,
                root,
                null,
                "",
                "the file configures no servers; they stand in an object called " + Containers.usual(dialect));
    }

    private static void reportTop(Located root, Problems problems) {
        root.members().forEach((name, value) -> {
            if (!OWN_TOP.contains(name)) {
                // Where other products have their servers, servers are meant.
                boolean servers = value.isObject() && ELSEWHERE.contains(name) && root.member("mcpServers") == null;
                problems.add(
                        servers ? Severity.ERROR : Severity.NOTE,
                        value,
                        null,
                        name,
                        "is not known and has no effect; servers stand in mcpServers");
            }
        });
    }

    private static void reportSandbox(Located root, Dialect dialect, Problems problems) {
        var sandbox = root.member("sandbox");
        if (sandbox != null && dialect == Dialect.VS_CODE) {
            problems.add(Severity.WARNING, sandbox, null, "sandbox", NoEffect.reason("sandbox", dialect));
        }
    }
}
