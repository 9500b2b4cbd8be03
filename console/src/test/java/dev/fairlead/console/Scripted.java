package dev.fairlead.console;

import dev.fairlead.console.event.ServerIds;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;

/** Servers that do what a test wants. */
final class Scripted {
    private Scripted() {}

    /** Returns a tool that takes whatever it is given. */
    static Tool tool(String name) {
        return Tool.of(name, name, Json.object().put("type", "object"));
    }

    /** Opens a page with such a server, which is connected. */
    static Page page(Path home, FakeServer server) throws Exception {
        return page(home, server, AuditLog.none());
    }

    /** Opens such a page, of which it is written down what is decided there. */
    static Page page(Path home, FakeServer server, AuditLog audit) throws Exception {
        var config = ServerConfig.of(server.name(), new Endpoint.Own(server.transport()));
        var page = new Page(
                home, builder -> builder.host(host -> host.server(config).audit(audit)));
        page.awaitServer(ServerIds.of(server.name()), "connected");
        return page;
    }
}
