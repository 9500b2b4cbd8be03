package dev.fairlead.console.api;

import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;

/** What the page may do with interfaces of servers. */
final class AppApi {
    private static final int LONGEST_NAME = ToolApi.LONGEST_NAME;
    private static final int LONGEST_URI = 2_000;

    private final Parts parts;

    AppApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.get(
                "/api/apps",
                inquiry -> Reply.json(parts.apps()
                        .show(
                                parts.servers()
                                        .name(inquiry.query("server", LONGEST_NAME)
                                                .orElseThrow(() -> Refusal.field("server", "is missing"))),
                                inquiry.query("uri", LONGEST_URI)
                                        .orElseThrow(() -> Refusal.field("uri", "is missing")))));
        routes.post("/api/apps/agree", inquiry -> {
            // The lists are what the hash stands for; it is the hash that counts.
            var body = inquiry.body("server", "uri", "domains", "permissions", "seen");
            body.maybeTexts("domains", 200, 300);
            body.maybeTexts("permissions", 20, 60);
            parts.apps()
                    .agree(
                            parts.servers().name(body.text("server", LONGEST_NAME)),
                            body.text("uri", LONGEST_URI),
                            body.text("seen", 200));
            return Reply.done();
        });
        routes.post("/api/apps/message", inquiry -> {
            var body = inquiry.body("server", "uri", "method", "call", "message");
            var server = parts.servers().name(body.text("server", LONGEST_NAME));
            body.maybeText("uri", LONGEST_URI); // Nothing is done with it, and it is sound all the same.
            parts.traffic()
                    .app(
                            ServerIds.of(server),
                            body.text("method", 200),
                            body.maybeText("call", 100).orElse(null),
                            body.object("message"));
            return Reply.done();
        });
    }
}
