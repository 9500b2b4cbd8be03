package dev.fairlead.console.api;

import dev.fairlead.console.server.Servers;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What the page may do with servers. */
final class ServerApi {
    private static final int LONGEST_TEXT = 1 << 20;
    private static final int LONGEST_NAME = 200;

    private final Servers servers;

    ServerApi(Servers servers) {
        this.servers = servers;
    }

    void addTo(Routes routes) {
        routes.post(
                "/api/understand",
                inquiry -> Reply.json(servers.understand(
                        inquiry.body("text").maybeText("text", LONGEST_TEXT).orElse(""))));
        routes.post("/api/servers", inquiry -> {
            var body = inquiry.body("text", "name", "keep");
            var name = body.maybeText("name", LONGEST_NAME).filter(text -> !text.isEmpty());
            return ids(servers.add(body.text("text", LONGEST_TEXT), name, body.flag("keep", false)));
        });
        routes.post("/api/servers/reconnect-all", inquiry -> {
            inquiry.body();
            servers.reconnectAll();
            return Reply.done();
        });
        routes.post("/api/servers/{id}/reconnect", inquiry -> {
            inquiry.body();
            servers.reconnect(inquiry.path("id"));
            return Reply.done();
        });
        routes.post("/api/servers/{id}/disconnect", inquiry -> {
            inquiry.body();
            servers.disconnect(inquiry.path("id"));
            return Reply.done();
        });
        routes.post("/api/servers/{id}/consent", inquiry -> {
            var body = inquiry.body("allow", "seen");
            if (!body.has("allow")) {
                throw Refusal.field("allow", "is missing");
            }
            boolean allow = body.flag("allow", false);
            var seen = body.maybeText("seen", 200);
            if (allow) {
                // Nobody agrees to what they have not seen.
                servers.consents()
                        .agree(inquiry.path("id"), seen.orElseThrow(() -> Refusal.field("seen", "is missing")));
            } else {
                servers.consents().deny(inquiry.path("id"));
            }
            return Reply.done();
        });
        routes.on("DELETE", "/api/servers/{id}", inquiry -> {
            servers.editing().remove(inquiry.path("id"));
            return Reply.done();
        });
        routes.get(
                "/api/servers/{id}/entry",
                inquiry -> Reply.json(servers.editing().entry(inquiry.path("id"))));
        routes.on("PUT", "/api/servers/{id}", inquiry -> {
            var entry = inquiry.body("entry").maybeObject("entry");
            servers.editing().edit(inquiry.path("id"), entry.orElseThrow(() -> Refusal.field("entry", "is missing")));
            return Reply.done();
        });
        routes.get("/api/servers/{id}/log", inquiry -> Reply.json(servers.log(inquiry.path("id"))));
    }

    static Reply ids(List<String> ids) {
        ObjectNode json = Json.object();
        ids.forEach(json.putArray("servers")::add);
        return Reply.json(json);
    }
}
