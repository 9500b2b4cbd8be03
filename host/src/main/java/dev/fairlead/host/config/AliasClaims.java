package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The names that are chosen for tools, each given to one of them. They are given out by what is configured, not by who is
 * connected: those of the program and the user before those of a project, then by the names of server and tool.
 */
public final class AliasClaims {
    private final Map<Key, String> given = new HashMap<>();
    private final Map<String, Wish> holders = new HashMap<>();
    private final List<Lost> lost = new ArrayList<>();

    /**
     * An alias that another tool has.
     *
     * @param winner the server of the tool that has it
     */
    public record Lost(String server, String tool, String alias, String winner) {}

    private record Key(String server, String tool) {}

    private record Wish(boolean project, String server, ToolRules rules) {}

    private AliasClaims(Stream<Wish> wishes) {
        wishes.sorted(Comparator.comparing(Wish::project).thenComparing(Wish::server))
                .forEach(this::give);
    }

    /** Gives out what servers wish for. */
    public static AliasClaims of(Collection<ServerConfig> servers) {
        return new AliasClaims(servers.stream()
                .map(server ->
                        new Wish(server.origin().scope() == Origin.Scope.PROJECT, server.name(), server.tools())));
    }

    /** Gives out what servers wish for that all come from the program. */
    public static AliasClaims of(Map<String, ToolRules> rules) {
        return new AliasClaims(
                rules.entrySet().stream().map(entry -> new Wish(false, entry.getKey(), entry.getValue())));
    }

    private void give(Wish wish) {
        new TreeMap<>(wish.rules.single()).forEach((tool, rule) -> {
            var alias = rule.alias();
            if (alias == null || !ToolRules.fitsAsAlias(alias)) {
                return;
            }
            var holder = holders.putIfAbsent(alias, wish);
            if (holder == null) {
                given.put(new Key(wish.server, tool), alias);
            } else {
                lost.add(new Lost(wish.server, tool, alias, holder.server));
            }
        });
    }

    /** Returns the alias that a tool has. */
    public Optional<String> of(String server, String tool) {
        return Optional.ofNullable(given.get(new Key(server, tool)));
    }

    /** Returns the wishes that were not granted. */
    public List<Lost> lost() {
        return List.copyOf(lost);
    }

    /** Returns what to tell the authors of configurations whose wishes were not granted. */
    static List<ConfigProblem> problems(Collection<ServerConfig> servers) {
        return of(servers).lost.stream()
                .flatMap(loss -> servers.stream()
                        .filter(server -> server.name().equals(loss.server))
                        .map(server -> new ConfigProblem(
                                Severity.WARNING,
                                server.origin().file(),
                                server.origin().line(),
                                0,
                                server.name(),
                                "%s.tools.%s.alias".formatted(loss.server, loss.tool),
                                "is the alias of a tool of server '%s', which has it; choose another one"
                                        .formatted(Shown.text(loss.winner)))))
                .toList();
    }
}
