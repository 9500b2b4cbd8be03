package dev.fairlead.host.config;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Switches servers off that a file rules out elsewhere than in their entries. */
final class GlobalRules {
    private GlobalRules() {}

    static List<ServerConfig> applied(Located root, Dialect dialect, List<ServerConfig> servers) {
        var rules = dialect == Dialect.GEMINI ? root.objectAt("mcp") : null;
        if (rules == null) {
            return servers;
        }
        var allowed = names(rules.member("allowed"));
        var excluded = names(rules.member("excluded"));
        return servers.stream()
                .map(server -> {
                    boolean ruledOut = excluded.contains(server.name())
                            || (rules.member("allowed") != null && !allowed.contains(server.name()));
                    return ruledOut ? server.withEnabled(false) : server;
                })
                .toList();
    }

    private static Set<String> names(@Nullable Located list) {
        return list == null
                ? Set.of()
                : list.items().stream().map(Located::text).collect(Collectors.toSet());
    }
}
