package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.auth.ProtectedMcp;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody logs in from the page, sees each step, and no step shows a token. */
final class LoginTest {
    @TempDir
    private Path home;

    @Test
    void aLoginIsFollowedStepByStepWithoutAnyToken() throws Exception {
        try (var grantor = AuthServer.start().accessLifetime(Duration.ofHours(1));
                var mcp = ProtectedMcp.serving(
                        FakeServer.named("fake")
                                .tool(
                                        Tool.of(
                                                "greet",
                                                "Greets.",
                                                Json.object().put("type", "object")),
                                        call -> CallToolResult.ofText("ahoy"))
                                .build(),
                        grantor);
                var page = new Page(home)) {
            page.post(
                    "/api/servers",
                    Json.write(Json.object().put("text", mcp.url()).put("name", "guarded")));
            page.awaitServer("guarded", "login");
            try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
                page.post("/api/servers/guarded/login", "{}");
                var waiting = events.await(
                                "login", data -> data.path("state").asString("").equals("waiting"))
                        .data();
                assertThat(waiting.path("urlHost").asString(""))
                        .isEqualTo(java.net
                                .URI
                                .create(grantor.registrationEndpoint())
                                .getAuthority());
                var url = waiting.path("url").asString("");
                assertThat(url).startsWith("http://127.0.0.1:");

                var ignored = new HttpUserAgent().visit(url);

                var done = events.await(
                                "login", data -> data.path("state").asString("").equals("done"))
                        .data();
                assertThat(done.path("steps").toString())
                        .contains("Ask the server who grants access", "Exchange for tokens", "Logged in");
                page.awaitServer("guarded", "connected");
                assertThat(page.call("guarded", "greet", "{}").path("state").asString(""))
                        .isEqualTo("success");
                var all = new StringBuilder(
                        page.send("GET", "/api/traffic/export?as=ndjson", null).body());
                all.append(page.send("GET", "/api/state", null).body());
                events.seen().forEach(event -> all.append(Json.write(event.data())));
                assertThat(grantor.tokens()).isNotEmpty();
                grantor.tokens().forEach(token -> assertThat(all.toString()).doesNotContain(token));
            }
            page.post("/api/servers/guarded/logout", "{}");
            page.awaitServer("guarded", "login");
        }
    }

    @Test
    void whereNoLoginIsDemandedNoneBegins() throws Exception {
        try (var page = new Page(home)) {
            page.connect("demo");

            assertThat(page.refused("POST", "/api/servers/demo/login", "{}")).isEqualTo("no-login-needed");
        }
    }
}
