package dev.fairlead.console.api;

import dev.fairlead.console.web.Reply;
import dev.fairlead.console.web.Routes;

/** How the page logs in to servers. */
final class LoginApi {
    private final Parts parts;

    LoginApi(Parts parts) {
        this.parts = parts;
    }

    void addTo(Routes routes) {
        routes.post("/api/servers/{id}/login", inquiry -> {
            inquiry.body();
            return Reply.json(parts.logins().begin(parts.servers().name(inquiry.path("id"))));
        });
        routes.post("/api/servers/{id}/logout", inquiry -> {
            inquiry.body();
            parts.logins().logout(parts.servers().name(inquiry.path("id")));
            return Reply.done();
        });
    }
}
