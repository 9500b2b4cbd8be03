package dev.fairlead.console.api;

import dev.fairlead.console.server.Near;
import dev.fairlead.console.server.Servers;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.host.config.ConfigFile;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.LikelySecrets;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the page may know of other products' servers on this machine. */
final class FoundApi {
    private final Servers servers;

    FoundApi(Servers servers) {
        this.servers = servers;
    }

    void addTo(Routes routes) {
        routes.get("/api/found", inquiry -> Reply.json(found()));
        routes.post("/api/found/import", inquiry -> {
            var body = inquiry.body("path", "name");
            var path = body.text("path", 4_000);
            var name = body.text("name", 200);
            // Only what was found is read: a page does not choose files of this machine.
            var file = files().stream()
                    .filter(one -> path.equals(String.valueOf(one.file())))
                    .findFirst()
                    .orElseThrow(() -> Refusal.missing("no-such-source", "No configuration was found at this path.")
                            .in("path"));
            var server = file.servers().stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> {
                        var near = Near.of(
                                name,
                                file.servers().stream().map(ServerConfig::name).toList());
                        return Refusal.missing(
                                        "no-such-server",
                                        "There is no server '%s' in this file.%s"
                                                .formatted(
                                                        Near.shown(name),
                                                        near.isEmpty()
                                                                ? ""
                                                                : " Near: " + String.join(", ", near) + "."))
                                .in("name");
                    });
            return ServerApi.ids(servers.take(server));
        });
    }

    private List<ConfigFile> files() {
        var search = servers.search();
        return search.products().stream().map(search::read).toList();
    }

    private ObjectNode found() {
        var json = Json.object();
        var sources = json.putArray("sources");
        var known = servers.host().servers().stream()
                .map(status -> servers.find(status.name()).orElse(null))
                .filter(Objects::nonNull)
                .map(ServerConfig::endpoint)
                .toList();
        for (var file : files()) {
            var source =
                    sources.addObject().put("product", file.dialect().title()).put("path", String.valueOf(file.file()));
            var list = source.putArray("servers");
            file.servers()
                    .forEach(server -> list.addObject()
                            .put("name", server.name())
                            .put("transport", server.endpoint() instanceof Endpoint.Address ? "http" : "stdio")
                            .put("what", LikelySecrets.target(server))
                            .put("connected", known.contains(server.endpoint()))
                            .put("enabled", server.enabled())
                            .put("problem", problem(file, server.name())));
            source.put("problem", file.sound() ? null : problem(file, null));
        }
        servers.recent(json);
        return json;
    }

    private static @Nullable String problem(ConfigFile file, @Nullable String server) {
        return file.problems().stream()
                .filter(problem -> problem.severity() == ConfigProblem.Severity.ERROR)
                .filter(problem -> Objects.equals(problem.server(), server))
                .map(ConfigProblem::text)
                .findFirst()
                .orElse(null);
    }
}
