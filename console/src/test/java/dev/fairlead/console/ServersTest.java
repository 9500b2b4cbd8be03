package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers come and go on the page, and each says how it stands. */
@Tag("thorough")
final class ServersTest {
    @TempDir
    private Path home;

    private Page page;

    @BeforeEach
    void start() throws Exception {
        page = new Page(home);
    }

    @AfterEach
    void end() {
        page.close();
    }

    @Test
    void aServerIsShownWithItsExactCounts() {
        page.connect("demo");

        var server = page.await(
                "/api/state",
                state -> Page.server(state, "demo").path("resources").asInt(0) == 3
                        && Page.server(state, "demo").path("templates").asInt(0) == 1
                        && !Page.server(state, "demo").path("lastLines").isEmpty());

        var demo = Page.server(server, "demo");
        assertThat(demo.path("tools").asInt())
                .isEqualTo(page.get("/api/tools").path("tools").size());
        assertThat(demo.path("tools").asInt()).isEqualTo(9);
        assertThat(demo.path("prompts").asInt()).isEqualTo(2);
        assertThat(demo.path("templates").asInt()).isEqualTo(1);
        assertThat(demo.path("source").path("kind").asString("")).isEqualTo("here");
        assertThat(demo.path("where").asString("")).isEqualTo("built in");
        assertThat(demo.path("lastLines").path(0).asString("")).contains("ready");
    }

    @Test
    void aServerOverHttpIsWatchedWithStatusAndHeadersButWithoutSecrets() {
        try (var front = HttpFront.serving(DemoServer.script().build(), 0)) {
            var entry = Json.object();
            entry.putObject("mcpServers")
                    .putObject("web")
                    .put("url", front.url())
                    .putObject("headers")
                    .put("Authorization", "Bearer s3cr3tT0kenValue77");
            page.connect(Json.write(entry));
            var id = page.call("web", "add", "{\"a\":1,\"b\":2}").path("id").asString("");
            var call =
                    page.await("/api/calls/" + id, json -> !json.path("traffic").isEmpty());

            var row = page.await(
                    "/api/traffic/" + call.path("traffic").path(0).asString(""),
                    detail -> detail.path("row").path("http").path("status").asInt(0) == 200);

            assertThat(row.path("row").path("tookMs").asDouble()).isPositive();
            assertThat(row.path("headers").path("request").toString()).contains("Authorization", "[hidden]");
            var all = page.send("GET", "/api/traffic/export?as=ndjson", null).body()
                    + page.send("GET", "/api/traffic/export?as=har", null).body()
                    + page.send("GET", "/api/state", null).body()
                    + page.send("GET", "/api/servers/web/entry", null).body()
                    + page.send("GET", "/api/servers/web/log", null).body();
            assertThat(all).doesNotContain("s3cr3tT0kenValue77");
        }
    }

    @Test
    void anEditedEntryKeepsTheSecretsThatThePageNeverSaw() throws Exception {
        try (var front = HttpFront.serving(DemoServer.script().build(), 0)) {
            var json = Json.object();
            json.putObject("mcpServers")
                    .putObject("web")
                    .put("url", front.url())
                    .putObject("headers")
                    .put("X-Key", "s3cr3tT0kenValue77");
            page.connect(Json.write(json));
            var entry = page.get("/api/servers/web/entry");
            assertThat(entry.path("entry").path("headers").path("X-Key").asString(""))
                    .isEqualTo("•••");
            assertThat(entry.path("secrets").path(0).asString("")).isEqualTo("headers.X-Key");

            var edited = Json.object();
            edited.set("entry", entry.path("entry"));
            var answer = page.send("PUT", "/api/servers/web", Json.write(edited));

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            page.awaitServer("web", "connected");
            assertThat(Files.readString(home.resolve("console").resolve("servers.json")))
                    .contains("s3cr3tT0kenValue77");
        }
    }

    @Test
    void aCommandIsShownWholeAndWithoutItsSecrets() {
        page.post("/api/servers", "{\"text\":\"sh -c 'exit 1' --token hunter2\",\"name\":\"sh\"}");

        var server = page.awaitServer("sh", "error");

        assertThat(server.path("where").asString("")).isEqualTo("sh -c 'exit 1' --token ••••");
    }

    @Test
    void nothingSecretIsInTheListOfWhatWasTyped() {
        var typed = List.of(
                "sh -c 'exit 1'",
                "http://127.0.0.1:1/mcp",
                "demo",
                "sh --token hunter2",
                "sh --password=hunter2",
                "sh -c true MODE=hunter2",
                "sh -H 'X-Team: hunter2'",
                "sh -c x https://example.com/?q=hunter2",
                "http://me:hunter2@127.0.0.1:1/mcp",
                "http://127.0.0.1:1/mcp?team=hunter2",
                "{\"mcpServers\":{\"a\":{\"command\":\"sh\",\"args\":[\"hunter2\"]}}}");
        for (int i = 0; i < typed.size(); i++) {
            boolean json = typed.get(i).startsWith("{");
            var body = Json.object().put("text", typed.get(i));
            page.post("/api/servers", Json.write(json ? body : body.put("name", "number-" + i)));
        }

        var recent = page.get("/api/found").path("recent");

        assertThat(recent.valueStream().map(one -> one.path("text").asString("")))
                .containsExactlyInAnyOrder("sh -c 'exit 1'", "http://127.0.0.1:1/mcp", "demo");
    }

    @Test
    void aServerThatDiesSaysWhyWithItsLastWords() throws Exception {
        var script = home.resolve("dies.py");
        Files.writeString(script, "import sys\nprint('no database here', file=sys.stderr)\nsys.exit(3)\n");

        var id = page.post("/api/servers", Json.write(Json.object().put("text", script.toString())))
                .path("servers")
                .path(0)
                .asString("");
        var server = page.awaitServer(id, "error");

        assertThat(server.path("reason").asString("")).contains("3");
        assertThat(server.path("lastLines").toString()).contains("no database here");
        assertThat(page.get("/api/servers/" + id + "/log").path("lines").toString())
                .contains("no database here");
    }

    @Test
    void aCommandThatEndsAtOnceIsToldInOneSentenceAndEverythingOnce() {
        page.post("/api/servers", "{\"text\":\"sh -c 'echo boom >&2; exit 3'\",\"name\":\"sh\"}");

        var server = Page.server(
                page.await(
                        "/api/state",
                        state -> Page.server(state, "sh").path("restarts").asInt(0) > 1
                                && Page.server(state, "sh")
                                        .path("state")
                                        .asString("")
                                        .equals("error")),
                "sh");

        assertThat(server.path("reason").asString(""))
                .matches("Server 'sh' exited with code 3 before it was ready(; it broke \\d+ times in a short"
                        + " time)?\\.");
        assertThat(server.path("lastLines").toString()).isEqualTo("[\"boom\"]");
        assertThat(server.path("hint").asString("")).contains("reconnect").doesNotContain("start it again");
    }

    @Test
    void whatIsTypedIsUnderstoodAndNothingStarts() {
        assertThat(understood("")).isEqualTo("empty");
        assertThat(understood("https://example.com/mcp")).isEqualTo("url");
        assertThat(understood("/no/such/script.py")).isEqualTo("problem");
        assertThat(understood("sh /no/such/script.sh")).isEqualTo("problem");
        assertThat(understood(home.toString() + "/")).isEqualTo("problem");
        assertThat(understood("sh -c true")).isEqualTo("command");
        assertThat(understood("no-such-program-anywhere --x")).isEqualTo("problem");
        assertThat(understood("{\"mcpServers\":{\"a\":{\"command\":\"sh\"},\"b\":{\"url\":\"http://x.example\"}}}"))
                .isEqualTo("json");
        assertThat(understood("{\"nothing\":1}")).isEqualTo("problem");
        assertThat(page.post("/api/understand", "{\"text\":\"demo\"}").toString())
                .contains("built in")
                .doesNotContain("java");
        assertThat(page.get("/api/state").path("servers").size()).isZero();
    }

    @Test
    void nothingOfAProjectStartsBeforeSomebodyAgreed() throws Exception {
        var script = home.resolve("touches.py");
        var mark = home.resolve("started");
        Files.writeString(script, "open(%s, 'w').close()\n".formatted(Json.write(Json.parse("\"" + mark + "\""))));
        var project = Json.object();
        project.putObject("mcpServers")
                .putObject("theirs")
                .put("command", "python3")
                .putArray("args")
                .add(script.toString());
        Files.writeString(home.resolve(".mcp.json"), Json.write(project));

        var waiting = page.awaitServer("theirs", "waiting");

        assertThat(waiting.path("consent").path("needed").asBoolean()).isTrue();
        assertThat(waiting.path("consent").path("what").asString("")).contains("touches.py");
        assertThat(page.refused("POST", "/api/servers/theirs/reconnect", "{}")).isEqualTo("needs-consent");
        assertThat(mark).doesNotExist();

        assertThat(page.refused("POST", "/api/servers/theirs/consent", "{\"allow\":true}"))
                .isEqualTo("bad-field");
        page.post("/api/servers/theirs/consent", allowing(waiting));

        org.awaitility.Awaitility.await().untilAsserted(() -> assertThat(mark).exists());
    }

    @Test
    void typingWhatWaitsForSomebodysYesConnectsNothing() throws Exception {
        try (var front = HttpFront.serving(DemoServer.script().build(), 0)) {
            var typed = Json.write(Json.object().put("text", front.url()));
            var understood = page.post("/api/understand", typed).path("servers").path(0);
            var name = understood.path("name").asString("");
            var project = Json.object();
            project.putObject("mcpServers").putObject(name).put("url", front.url());
            Files.writeString(home.resolve(".mcp.json"), Json.write(project));
            page.awaitServer(name, "waiting");

            assertThat(page.post("/api/understand", typed)
                            .path("servers")
                            .path(0)
                            .path("there")
                            .asString(""))
                    .isEqualTo(name);
            assertThat(page.refused("POST", "/api/servers", typed)).isEqualTo("needs-consent");
            assertThat(front.requests()).isEmpty();
        }
    }

    @Test
    void anEntryThatIsPastedIsNotTakenForAServerOfTheListAtTheSamePlace() throws Exception {
        var entry = Json.object();
        var web = entry.putObject("mcpServers").putObject("web").put("url", "http://127.0.0.1:9/mcp");
        page.post("/api/servers", Json.write(Json.object().put("text", Json.write(entry))));
        page.awaitServer("web", "error");
        web.put("disabled", true);
        var other = Json.write(Json.object().put("text", Json.write(entry)));

        assertThat(page.post("/api/understand", other)
                        .path("servers")
                        .path(0)
                        .path("there")
                        .isNull())
                .isTrue();
        assertThat(page.refused("POST", "/api/servers", other)).isEqualTo("already-connected");
    }

    @Test
    void nobodyAgreesToWhatHasChangedSinceItWasShown() throws Exception {
        var mark = home.resolve("started");
        var script = home.resolve("theirs.py");
        Files.writeString(script, "print('harmless')\n");
        var project = Json.object();
        project.putObject("mcpServers")
                .putObject("theirs")
                .put("command", "python3")
                .putArray("args")
                .add(script.toString());
        Files.writeString(home.resolve(".mcp.json"), Json.write(project));
        var harmless = allowing(page.awaitServer("theirs", "waiting"));

        Files.writeString(script, "open(%s, 'w').close()\n".formatted(Json.write(Json.parse("\"" + mark + "\""))));

        assertThat(page.refused("POST", "/api/servers/theirs/consent", harmless))
                .isEqualTo("changed");
        assertThat(mark).doesNotExist();
        var shown = page.awaitServer("theirs", "waiting");
        assertThat(allowing(shown)).as("what the page is told then").isNotEqualTo(harmless);

        page.post("/api/servers/theirs/consent", allowing(shown));

        org.awaitility.Awaitility.await().untilAsserted(() -> assertThat(mark).exists());
    }

    @Test
    void whoeverSaidNoMayThinkBetterOfIt() throws Exception {
        var project = Json.object();
        project.putObject("mcpServers").putObject("theirs").put("command", "python3");
        Files.writeString(home.resolve(".mcp.json"), Json.write(project));
        page.awaitServer("theirs", "waiting");

        page.post("/api/servers/theirs/consent", "{\"allow\":false}");
        page.awaitServer("theirs", "disconnected");
        page.post("/api/servers/theirs/reconnect", "{}");
        page.post("/api/servers/theirs/consent", allowing(page.awaitServer("theirs", "waiting")));

        page.await(
                "/api/state",
                state ->
                        !Page.server(state, "theirs").path("state").asString("").equals("waiting"));
    }

    private static String allowing(tools.jackson.databind.JsonNode server) {
        return Json.write(Json.object()
                .put("allow", true)
                .put("seen", server.path("consent").path("seen").asString("")));
    }

    @Test
    void aServerIsKeptInTheUsersOwnFileIfThatIsWished() throws Exception {
        var id = page.post("/api/servers", "{\"text\":\"demo\",\"name\":\"mine\",\"keep\":true}")
                .path("servers")
                .path(0)
                .asString("");

        var server = page.awaitServer(id, "connected");

        assertThat(server.path("source").path("kind").asString("")).isEqualTo("own");
        assertThat(Files.readString(home.resolve("fairlead.json"))).contains("\"mine\"");
        assertThat(page.send("DELETE", "/api/servers/mine", null).statusCode()).isEqualTo(200);
        page.await("/api/state", state -> state.path("servers").isEmpty());
    }

    @Test
    void serversAreDisconnectedReconnectedAndRemoved() throws Exception {
        page.connect("demo");
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            page.post("/api/servers/demo/disconnect", "{}");
            page.awaitServer("demo", "disconnected");
            assertThat(page.refused("POST", "/api/calls", "{\"server\":\"demo\",\"tool\":\"add\",\"arguments\":{}}"))
                    .isEqualTo("not-connected");
            page.post("/api/servers/demo/reconnect", "{}");
            page.awaitServer("demo", "connected");
            page.post("/api/servers/reconnect-all", "{}");
            page.awaitServer("demo", "connected");
            assertThat(page.send("DELETE", "/api/servers/demo", null).statusCode())
                    .isEqualTo(200);

            events.await("server-gone", data -> data.path("id").asString("").equals("demo"));
            events.await(
                    "tools-changed", data -> data.path("server").asString("").equals("demo"));
        }
    }

    @Test
    void whatIsInTheListAndNotConnectedIsReconnectedByTypingItAgain() {
        assertThat(page.post("/api/understand", "{\"text\":\"demo\"}")
                        .at("/servers/0/there")
                        .isNull())
                .isTrue();
        page.connect("demo");
        page.post("/api/servers/demo/disconnect", "{}");
        page.awaitServer("demo", "disconnected");

        assertThat(page.post("/api/understand", "{\"text\":\"demo\"}")
                        .at("/servers/0/there")
                        .asString(""))
                .isEqualTo("demo");
        page.post("/api/servers", "{\"text\":\"demo\"}");
        page.awaitServer("demo", "connected");
        assertThat(page.get("/api/state").path("servers").size()).isEqualTo(1);
    }

    @Test
    void theSameServerIsNotConnectedTwiceByAccident() {
        page.connect("demo");

        assertThat(page.refused("POST", "/api/servers", "{\"text\":\"demo\"}")).isEqualTo("already-connected");
        assertThat(page.refused("POST", "/api/servers", "{\"text\":\"demo\",\"name\":\"demo\"}"))
                .isEqualTo("name-taken");
        page.post("/api/servers", "{\"text\":\"demo\",\"name\":\"another one\"}");
        page.await("/api/state", state -> state.path("servers").size() == 2);
    }

    @Test
    void ofSeveralServersAllAreConnectedOrNone() throws Exception {
        page.connect("demo");
        var several = Json.object();
        var entries = several.putObject("mcpServers");
        entries.putObject("first").put("command", "sh");
        entries.putObject("demo").put("command", "sh");
        var body = Json.object().put("text", Json.write(several));

        for (var keep : List.of(false, true)) {
            var answer = page.send("POST", "/api/servers", Json.write(body.put("keep", keep)));

            assertThat(answer.statusCode()).isEqualTo(409);
            var error = Json.parse(answer.body()).path("error");
            assertThat(error.path("code").asString("")).isEqualTo("name-taken");
            assertThat(error.path("field").asString("")).isEqualTo("servers.demo");
            assertThat(page.get("/api/state").path("servers").size()).isEqualTo(1);
            assertThat(Files.readString(home.resolve("console").resolve("servers.json")))
                    .doesNotContain("first");
            assertThat(home.resolve("fairlead.json")).doesNotExist();
        }
        entries.remove("demo");
        entries.putObject("second").put("command", "sh");
        page.post("/api/servers", Json.write(Json.object().put("text", Json.write(several))));
        page.await("/api/state", state -> state.path("servers").size() == 3);
    }

    @Test
    void serversOfOtherProductsAreFoundAndTakenOver() throws Exception {
        Files.createDirectories(home.resolve(".cursor"));
        var json = Json.object();
        var entry = json.putObject("mcpServers")
                .putObject("theirs")
                .put("command", DemoServer.command().getFirst());
        var args = entry.putArray("args");
        DemoServer.command().stream().skip(1).forEach(args::add);
        Files.writeString(home.resolve(".cursor").resolve("mcp.json"), Json.write(json));

        var found = page.get("/api/found").path("sources").path(0);

        assertThat(found.path("product").asString("")).contains("Cursor");
        assertThat(page.refused("POST", "/api/found/import", "{\"path\":\"/etc/passwd\",\"name\":\"x\"}"))
                .isEqualTo("no-such-source");
        var body = Json.object().put("path", found.path("path").asString("")).put("name", "theirs");
        page.post("/api/found/import", Json.write(body));
        page.awaitServer("theirs", "connected");
    }

    private String understood(String text) {
        return page.post("/api/understand", Json.write(Json.object().put("text", text)))
                .path("kind")
                .asString("");
    }
}
