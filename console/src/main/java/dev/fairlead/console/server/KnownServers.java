package dev.fairlead.console.server;

import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.HostConfig;
import dev.fairlead.host.config.ServerConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Which servers there are, and how each is configured, once everything is done that was accepted. Thread-safe. */
final class KnownServers {
    private final Host host;
    private final ConfigSearch search;
    private final PassingServers passing;
    private final ServerOrder order;
    private final Map<String, ServerConfig> taken = new ConcurrentHashMap<>(); // from other products' project files

    KnownServers(Host host, ConfigSearch search, PassingServers passing, ServerOrder order) {
        this.host = host;
        this.search = search;
        this.passing = passing;
        this.order = order;
    }

    Set<String> names() {
        return order.after(() -> host.servers().stream().map(ServerStatus::name).collect(Collectors.toSet()));
    }

    /** Returns the configured name of a server that the page names. */
    String name(String id) {
        var names = names();
        return names.stream()
                .filter(name -> ServerIds.of(name).equals(id))
                .findFirst()
                .orElseThrow(() -> {
                    var near = Near.of(id, names.stream().map(ServerIds::of).toList());
                    return Refusal.missing(
                                    "no-such-server",
                                    "There is no server '%s'.%s"
                                            .formatted(
                                                    Near.shown(id),
                                                    near.isEmpty() ? "" : " Near: " + String.join(", ", near) + "."))
                            .in("server");
                });
    }

    /** Returns a name that no server has: the one that is wished for, or one like it if that was nobody's choice. */
    String free(String wish, boolean chosen) {
        var names = names();
        if (!names.contains(wish)) {
            return wish;
        }
        if (chosen) {
            throw new Refusal(409, "name-taken", "There is a server '%s' already; choose another name.".formatted(wish))
                    .in("name");
        }
        for (int i = 2; ; i++) {
            var name = wish + "-" + i;
            if (!names.contains(name)) {
                return name;
            }
        }
    }

    /** Returns how a server is configured. */
    Optional<ServerConfig> find(String name) {
        return passing.find(name).or(() -> files(name).server(name)).or(() -> Optional.ofNullable(taken.get(name)));
    }

    /** Returns the servers that would start or reach just the same. */
    List<String> twins(ServerConfig server) {
        return names().stream()
                .filter(known -> find(known)
                        .filter(other -> other.endpoint().equals(server.endpoint()))
                        .isPresent())
                .sorted()
                .toList();
    }

    /** Tells whether a server stands in the user's own file. */
    boolean isOwn(String name) {
        return passing.find(name).isEmpty()
                && files(name)
                        .server(name)
                        .filter(server ->
                                search.userFile().equals(server.origin().file()))
                        .isPresent();
    }

    /** Notes a server of another product's project file. */
    void take(ServerConfig server) {
        taken.put(server.name(), server);
    }

    /** Returns what files say; of what was changed just now the host may not have heard yet. */
    private HostConfig files(String name) {
        return order.busy(name) ? search.load() : host.configuration();
    }
}
