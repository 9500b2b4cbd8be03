package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the places in a file where servers stand. */
final class Containers {
    /**
     * An object of servers.
     *
     * @param path how it is reached, for people
     * @param names how it is reached, name by name
     * @param project the folder of the one project that its servers are for; null if they are for all
     */
    record Container(
            String path,
            List<String> names,
            Located servers,
            @Nullable String project) {}

    private Containers() {}

    static List<Container> in(Located root, Dialect dialect) {
        var found = new ArrayList<Container>();
        // Those of a project come first: they are nearer.
        if (dialect == Dialect.CLAUDE_CODE) {
            projects(root, found);
        }
        main(root, dialect).ifPresent(found::add);
        return found;
    }

    /** Returns what the object of servers is called in the files of a product. */
    static String usual(Dialect dialect) {
        return switch (dialect) {
            case VS_CODE -> "servers";
            case ZED -> "context_servers";
            case CODEX -> "mcp_servers";
            case OPEN_CODE -> "mcp";
            case GOOSE -> "extensions";
            default -> "mcpServers";
        };
    }

    private static Optional<Container> main(Located root, Dialect dialect) {
        if (dialect.own()) {
            return Optional.ofNullable(root.member("mcpServers"))
                    .map(own -> new Container("mcpServers", List.of("mcpServers"), own, null));
        }
        return container(root.member("mcpServers"), "mcpServers")
                .or(() -> container(root.objectAt("servers"), "servers"))
                .or(() -> container(root.member("context_servers"), "context_servers"))
                .or(() -> container(root.member("mcp_servers"), "mcp_servers"))
                .or(() -> container(root.member("mcp.servers"), "mcp.servers"))
                .or(() -> container(root.objectAt("mcp", "servers"), "mcp", "servers"))
                .or(() -> container(
                        root.objectAt("customizations", "vscode", "mcp", "servers"),
                        "customizations",
                        "vscode",
                        "mcp",
                        "servers"))
                .or(() -> container(dialect == Dialect.OPEN_CODE ? root.objectAt("mcp") : null, "mcp"))
                .or(() -> container(dialect == Dialect.GOOSE ? root.member("extensions") : null, "extensions"))
                .or(() -> bare(root, dialect));
    }

    private static Optional<Container> container(@Nullable Located value, String... names) {
        if (value == null) {
            return Optional.empty();
        }
        var path = String.join(".", names);
        return Optional.of(new Container(path, List.of(names), value.isList() ? named(value) : value, null));
    }

    /** A list of servers with names in them. */
    private static Located named(Located list) {
        var members = new LinkedHashMap<String, Located>();
        for (var item : list.items()) {
            var name = item.member("name");
            members.put(name == null ? "#" + (members.size() + 1) : name.text(), item);
        }
        return Located.object(list.line(), list.column(), members);
    }

    /** Servers without anything around them. */
    private static Optional<Container> bare(Located root, Dialect dialect) {
        boolean may = dialect == Dialect.PLAIN || dialect == Dialect.FAST_MCP;
        boolean servers = !root.members().isEmpty()
                && root.members().values().stream()
                        .allMatch(entry -> entry.member("command") != null || entry.member("url") != null);
        return may && servers ? Optional.of(new Container("", List.of(), root, null)) : Optional.empty();
    }

    private static void projects(Located root, List<Container> found) {
        var projects = root.objectAt("projects");
        if (projects == null) {
            return;
        }
        projects.members().forEach((folder, project) -> {
            var servers = project.objectAt("mcpServers");
            if (servers != null && !servers.members().isEmpty()) {
                var names = List.of("projects", folder, "mcpServers");
                found.add(new Container(String.join(".", names), names, servers, folder));
            }
        });
    }
}
