package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Interfaces of servers are fetched, checked and bound by rules before anything of them is shown. */
final class AppsTest {
    private static final String TYPE = "text/html;profile=mcp-app";

    @TempDir
    private Path home;

    private final List<AuditRecord> audit = new CopyOnWriteArrayList<>();
    private Page page;
    private FakeServer built;
    private volatile String asked = "https://api.example.com";

    @BeforeEach
    void start() throws Exception {
        var plain = Json.object().put("type", "object");
        var server = FakeServer.named("apps")
                .tool(
                        Tool.of("show", "Shows", plain).withMeta(meta("{\"ui\":{\"resourceUri\":\"ui://apps/view\"}}")),
                        call -> CallToolResult.ofText("shown"))
                .tool(
                        Tool.of("refresh", "For the interface", plain)
                                .withMeta(meta("{\"ui\":{\"visibility\":[\"app\"]}}")),
                        call -> CallToolResult.ofText("fresh"))
                .tool(
                        Tool.of("private", "For the model", plain)
                                .withMeta(meta("{\"ui\":{\"visibility\":[\"model\"]}}")),
                        call -> CallToolResult.ofText("private"));
        Map.of(
                        "ui://apps/view",
                        ResourceContents.text(
                                "ui://apps/view", TYPE, "<html><head><title>x</title></head><body>hi</body></html>"),
                        "ui://apps/fragment",
                        ResourceContents.text("ui://apps/fragment", TYPE, "<p>no head</p>"),
                        "ui://apps/plain",
                        ResourceContents.text("ui://apps/plain", "text/html", "<p>wrong type</p>"))
                .forEach((uri, contents) ->
                        server.resource(Resource.of(uri, uri), (asked, call) -> ReadResourceResult.of(contents)));
        server.resource(
                Resource.of("ui://apps/asks", "asks"),
                (uri, call) -> ReadResourceResult.of(new ResourceContents.Text(
                        uri,
                        TYPE,
                        "<body>late<head></head></body>",
                        meta("{\"ui\":{\"csp\":{\"connectDomains\":[\"" + asked
                                + "\"],\"resourceDomains\":[\"https://*.example.com\"]},"
                                + "\"permissions\":{\"camera\":{},\"everything\":{}},\"prefersBorder\":true}}"),
                        Json.object())));
        server.resource(
                Resource.of("ui://apps/evil", "evil"),
                (asked, call) -> ReadResourceResult.of(new ResourceContents.Text(
                        asked,
                        TYPE,
                        "<p>x</p>",
                        meta("{\"ui\":{\"csp\":{\"connectDomains\":[\"https://a.example; script-src *\"]}}}"),
                        Json.object())));
        built = server.build();
        page = Scripted.page(home, built, audit::add);
    }

    @AfterEach
    void end() {
        page.close();
    }

    private static ObjectNode meta(String json) {
        return (ObjectNode) Json.parse(json);
    }

    @Test
    void theRulesComeFirstInTheDocumentAndForbidEverything() {
        var app = page.get("/api/apps?server=apps&uri=ui://apps/view");

        assertThat(app.path("csp").asString(""))
                .startsWith("default-src 'none'")
                .contains("connect-src 'none'", "frame-src 'none'", "object-src 'none'", "form-action 'none'");
        assertThat(app.path("html").asString(""))
                .startsWith("<!doctype html><meta http-equiv=\"Content-Security-Policy\"");
        assertThat(app.path("agreed").asBoolean())
                .as("nothing is shown unasked")
                .isFalse();
        assertThat(page.get("/api/apps?server=apps&uri=ui://apps/fragment")
                        .path("html")
                        .asString(""))
                .startsWith("<!doctype html><meta http-equiv=\"Content-Security-Policy\"");
        assertThat(page.get("/api/apps?server=apps&uri=ui://apps/asks")
                        .path("html")
                        .asString(""))
                .startsWith("<!doctype html><meta");
    }

    @Test
    void whatAnInterfaceAsksForIsAgreedToOnceAndRemembered() throws Exception {
        var address = "/api/apps?server=apps&uri=ui://apps/asks";
        var app = page.get(address);
        assertThat(app.path("agreed").asBoolean()).isFalse();
        assertThat(app.path("domains").toString()).contains("https://api.example.com", "https://*.example.com");
        assertThat(app.path("permissions").toString()).isEqualTo("[\"camera\"]");
        assertThat(app.path("prefersBorder").asBoolean()).isTrue();
        var body = Json.object().put("server", "apps").put("uri", "ui://apps/asks");
        assertThat(page.refused("POST", "/api/apps/agree", Json.write(body))).isEqualTo("bad-field");
        page.post(
                "/api/apps/agree", Json.write(body.put("seen", app.path("seen").asString(""))));

        assertThat(page.get(address).path("agreed").asBoolean()).isTrue();
        assertThat(audit)
                .anyMatch(entry -> entry.kind() == AuditRecord.Kind.GRANT
                        && entry.server().equals("apps")
                        && entry.what().contains("ui://apps/asks"));
        page.restart();
        page.awaitServer("apps", "connected");
        assertThat(page.get(address).path("agreed").asBoolean()).isTrue();
    }

    @Test
    void whatCannotBeKeptIsNotAgreedTo() throws Exception {
        var address = "/api/apps?server=apps&uri=ui://apps/asks";
        var body = Json.object().put("server", "apps").put("uri", "ui://apps/asks");
        body.put("seen", page.get(address).path("seen").asString(""));
        var inTheWay = home.resolve("console").resolve("apps.json").resolve("in the way");
        Files.createDirectories(inTheWay);

        assertThat(page.send("POST", "/api/apps/agree", Json.write(body)).statusCode())
                .isEqualTo(507);

        assertThat(page.get(address).path("agreed").asBoolean()).isFalse();
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        page.post("/api/apps/agree", Json.write(body));
        assertThat(page.get(address).path("agreed").asBoolean()).isTrue();
    }

    @Test
    void nobodyAgreesToWhatAnInterfaceAsksForSinceItWasShown() {
        var address = "/api/apps?server=apps&uri=ui://apps/asks";
        var body = Json.object().put("server", "apps").put("uri", "ui://apps/asks");
        body.put("seen", page.get(address).path("seen").asString(""));

        asked = "https://other.example";

        assertThat(page.refused("POST", "/api/apps/agree", Json.write(body))).isEqualTo("changed");
        assertThat(page.get(address).path("agreed").asBoolean()).isFalse();
        page.post(
                "/api/apps/agree",
                Json.write(body.put("seen", page.get(address).path("seen").asString(""))));
        assertThat(page.get(address).path("agreed").asBoolean()).isTrue();
        asked = "https://third.example";
        assertThat(page.get(address).path("agreed").asBoolean()).isFalse();
    }

    @Test
    void whatWasAgreedToIsForTheServerThatItWas() {
        var address = "/api/apps?server=web&uri=ui://apps/asks";
        try (var one = HttpFront.serving(built, 0);
                var other = HttpFront.serving(built, 0)) {
            page.post("/api/servers", Json.write(web(one)));
            page.awaitServer("web", "connected");
            var body = Json.object().put("server", "web").put("uri", "ui://apps/asks");
            body.put("seen", page.get(address).path("seen").asString(""));
            page.post("/api/apps/agree", Json.write(body));
            assertThat(page.get(address).path("agreed").asBoolean()).isTrue();

            var entry = Json.object();
            entry.putObject("entry").put("url", other.url());
            assertThat(page.send("PUT", "/api/servers/web", Json.write(entry)).statusCode())
                    .isEqualTo(200);
            page.await(
                    "/api/state",
                    state ->
                            Page.server(state, "web").path("where").asString("").equals(other.url())
                                    && Page.server(state, "web").path("tools").isNumber());
            assertThat(page.get(address).path("agreed").asBoolean())
                    .as("another address")
                    .isFalse();

            assertThat(page.refused("POST", "/api/apps/agree", Json.write(body)))
                    .as("what was shown was of the other one")
                    .isEqualTo("changed");
            assertThat(page.get(address).path("agreed").asBoolean()).isFalse();
            body.put("seen", page.get(address).path("seen").asString(""));
            page.post("/api/apps/agree", Json.write(body));
            assertThat(page.get(address).path("agreed").asBoolean()).isTrue();
            assertThat(page.send("DELETE", "/api/servers/web", null).statusCode())
                    .isEqualTo(200);
            page.await("/api/state", state -> Page.server(state, "web").isEmpty());
            page.post("/api/servers", Json.write(web(other)));
            page.awaitServer("web", "connected");
            assertThat(page.get(address).path("agreed").asBoolean())
                    .as("removed meanwhile")
                    .isFalse();
        }
    }

    private static ObjectNode web(HttpFront front) {
        return Json.object().put("text", front.url()).put("name", "web");
    }

    @Test
    void whatIsNoInterfaceIsNotShown() {
        assertThat(page.refused("GET", "/api/apps?server=apps&uri=ui://apps/plain", null))
                .isEqualTo("bad-app");
        assertThat(page.refused("GET", "/api/apps?server=apps&uri=ui://apps/evil", null))
                .isEqualTo("bad-app");
        assertThat(page.refused("GET", "/api/apps?server=apps&uri=https://example.com", null))
                .isEqualTo("bad-field");
        assertThat(page.refused("GET", "/api/apps?server=apps&uri=ui://apps/nothing", null))
                .isEqualTo("app-not-read");
    }

    @Test
    void anInterfaceCallsOnlyWhatIsItsOwnAndOnlyIfAllowed() {
        var tools = page.get("/api/tools").path("tools");
        assertThat(tools.valueStream()
                        .filter(tool -> tool.path("app").isObject())
                        .toList())
                .hasSize(1);
        assertThat(page.refused("POST", "/api/calls", call("private", "apps"))).isEqualTo("not-for-apps");
        assertThat(page.refused("POST", "/api/calls", call("refresh", "other"))).isEqualTo("other-server");

        var id = page.post("/api/calls", call("refresh", "apps")).path("id").asString("");

        var asked = page.approval();
        assertThat(asked.path("app").asString("")).isEqualTo("ui://apps/view");
        var approval = "/api/approvals/" + asked.path("id").asString("");
        assertThat(page.refused("POST", approval, "{\"decision\":\"chat\"}")).isEqualTo("invalid-field");
        page.post(approval, "{\"decision\":\"tool\"}");
        assertThat(page.awaitCall(id).path("state").asString("")).isEqualTo("success");
        var again = page.post("/api/calls", call("refresh", "apps")).path("id").asString("");
        assertThat(page.awaitCall(again).path("state").asString("")).isEqualTo("success");
    }

    @Test
    void aModelIsNotToldOfToolsThatAreForInterfaces() {
        var chat = page.post("/api/chats", "{}").path("id").asString("");
        page.send("POST", "/api/chats/" + chat + "/send", "{\"text\":\"what tools do you have\"}");

        var done = page.await(
                "/api/chats/" + chat, json -> !json.path("head").path("running").asBoolean());

        assertThat(done.toString()).contains("apps__show", "apps__private").doesNotContain("apps__refresh");
    }

    private static String call(String tool, String server) {
        return "{\"server\":\"apps\",\"tool\":\"%s\",\"arguments\":{},\"by\":\"app\",\"app\":{\"server\":\"%s\",\"uri\":\"ui://apps/view\"}}"
                .formatted(tool, server);
    }
}
