package dev.fairlead.examples;

import dev.fairlead.auth.OAuth;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.store.Store;
import dev.fairlead.wire.http.HttpTransport;
import java.util.Map;

/** What a web application does for its users. Any of its machines may serve any request, if they share the store. */
final class LogInToAWebApplication {
    private final Store store;
    private final String server;

    LogInToAWebApplication(Store store, String server) {
        this.store = store;
        this.server = server;
    }

    /** Answers a user's request: with what the server says, or by sending the user to log in. */
    String page(String user, Map<String, String> session) {
        try (var client = McpClient.connect(HttpTransport.to(server).withAuthorizer(oauth(user)))) {
            return client.callTool("echo", Map.of("text", "hello " + user)).text();
        } catch (AuthorizationRequiredException required) {
            session.put("login", required.pending().toJson()); // never in the browser: it is secret
            return "redirect to " + required.url();
        }
    }

    /** Answers the request with which a user comes back from logging in. */
    String callback(String user, Map<String, String> session, String url) throws InterruptedException {
        var begun = session.remove("login");
        if (begun == null) {
            return "nobody began to log in here";
        }
        oauth(user).finish(PendingAuthorization.from(begun), url);
        return "logged in";
    }

    private OAuth oauth(String user) {
        return OAuth.builder()
                .owner(user)
                .store(store)
                .clientName("Example")
                .redirectUri("https://app.example.com/callback")
                .build();
    }
}
