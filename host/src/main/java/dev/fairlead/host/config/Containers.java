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
     * @param path how it is reached
     * @param project the folder of the one project that its servers are for; null if they are for all
     */
    record Container(String path, Located servers, @Nullable String project) {}

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
            return Optional.ofNullable(root.member("mcpServers")).map(own -> new Container("mcpServers", own, null));
        }
        return container("mcpServers", root.member("mcpServers"))
                .or(() -> container("servers", root.objectAt("servers")))
                .or(() -> container("context_servers", root.member("context_servers")))
                .or(() -> container("mcp_servers", root.member("mcp_servers")))
                .or(() -> container("mcp.servers", root.member("mcp.servers")))
                .or(() -> container("mcp.servers", root.objectAt("mcp", "servers")))
                .or(() -> container(
                        "customizations.vscode.mcp.servers",
                        root.objectAt("customizations", "vscode", "mcp", "servers")))
                .or(() -> container("mcp", dialect == Dialect.OPEN_CODE ? root.objectAt("mcp") : null))
                .or(() -> container("extensions", dialect == Dialect.GOOSE ? root.member("extensions") : null))
                .or(() -> bare(root, dialect));
    }

    private static Optional<Container> container(String path, @Nullable Located value) {
        if (value == null) {
            return Optional.empty();
        }
        return Optional.of(new Container(path, value.isList() ? named(value) : value, null));
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
        return may && servers ? Optional.of(new Container("", root, null)) : Optional.empty();
    }

    private static void projects(Located root, List<Container> found) {
        var projects = root.objectAt("projects");
        if (projects == null) {
            return;
        }
        projects.members().forEach((folder, project) -> {
            var servers = project.objectAt("mcpServers");
            if (servers != null && !servers.members().isEmpty()) {
                found.add(new Container("projects.%s.mcpServers".formatted(folder), servers, folder));
            }
        });
    }
}
