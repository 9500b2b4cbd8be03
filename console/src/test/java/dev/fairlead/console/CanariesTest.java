package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.console.model.Models;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Lookout;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a console is entrusted with: it is on no page, in no answer, event, export or log, and in the files that keep it alone. */
@Timeout(300)
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a server is started by a shell, and files have no modes")
final class CanariesTest {
    private static final String MODEL_KEY = "sk-canary-of-a-model-7Qx2mZ8rT1vW6yK3";
    private static final String HEADER = "canary/of a header+5fJ9aLw2";
    private static final String VARIABLE = "canary-of-a-variable-8hB4nR6t";
    private static final String ANSWER = """
        data: {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,\
        "delta":{"role":"assistant","content":"Good morning."},"finish_reason":"stop"}]}

        data: [DONE]

        """;

    @TempDir
    private Path home;

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void nothingThatTheConsoleWasGivenIsShownLoggedOrExported() throws Exception {
        try (var lookout = new Lookout();
                var provider = HttpServer.start(exchange -> {
                    assertThat(exchange.request().header("authorization")).contains("Bearer " + MODEL_KEY);
                    boolean first = asked.getAndIncrement() == 0;
                    exchange.answer(
                            first ? 401 : 200,
                            Map.of("Content-Type", first ? "application/json" : "text/event-stream"),
                            first ? "{\"error\":{\"message\":\"no such key: " + MODEL_KEY + "\"}}" : ANSWER);
                });
                var front =
                        HttpFront.serving(DemoServer.script().era(Era.LEGACY).build(), 0)) {
            var models = Models.of(
                    new Providers(
                            HttpEngine.shared(),
                            new Keys(
                                    Map.of("OPENAI_API_KEY", MODEL_KEY, "OPENAI_BASE_URL", provider.origin() + "/v1"),
                                    unasked -> Optional.empty())),
                    Optional.of("openai/m"));
            lookout.hold("key of a model", MODEL_KEY);
            lookout.hold("header", HEADER);
            lookout.hold("variable", VARIABLE);
            try (var page = new Page(home, builder -> builder.models(models).messages(CanariesTest::say))) {
                holdAccess(lookout, page);
                try (var events = page.events("")) {
                    use(page, front);
                    front.requests().stream()
                            .flatMap(request -> request.header("Mcp-Session-Id").stream())
                            .forEach(id -> lookout.hold("session of a server", id));
                    readAnswers(lookout, page);
                    // Those who do not come in are told nothing either.
                    for (var path : List.of("/?token=no", "/api/state?token=no")) {
                        lookout.read(
                                "refusal",
                                page.comesFromAFile(page.origin() + path).body());
                    }
                    lookout.readProcesses();
                    events.seen().forEach(event -> lookout.read("event " + event.type(), event.toString()));
                }
                page.restart();
                holdAccess(lookout, page);
                readAnswers(lookout, page);
            }
            assertThat(lookout.readFiles(home.resolve("console")))
                    .as("files that others can open")
                    .isEmpty();

            // What was connected here is kept to be connected again, and what lets an open page in again.
            assertThat(lookout.leaks())
                    .filteredOn(leak -> !leak.matches(
                            "(header|variable) in file servers[.]json.*|key of the page in file sessions[.]json.*"))
                    .isEmpty();
            assertThat(lookout.leaks()).as("the look at files").hasSizeGreaterThanOrEqualTo(2);
            for (var place : List.of(
                    "GET /api/state",
                    "GET /api/traffic/export?as=har",
                    "GET /api/traffic/export?as=ndjson",
                    "GET /api/traffic/1",
                    "GET /api/servers/far/entry",
                    "GET /api/servers/near/log",
                    "GET /api/chats/",
                    "POST /api/copy",
                    "GET /",
                    "refusal",
                    "event traffic",
                    "log of dev.fairlead.",
                    "log of okhttp3.",
                    "log of com.sun.net.httpserver",
                    "list of processes",
                    "file servers.json",
                    "file chats")) {
                assertThat(lookout.seen(place)).as(place).isPositive();
            }
            var extent = lookout.extent();
            lookout.close();
            System.out.println("console: " + extent);
        }
    }

    private static void say(String text) {
        System.err.println(text);
    }

    private static void holdAccess(Lookout lookout, Page page) {
        lookout.hold("token of the console", page.console().url().replaceAll(".*token=", ""));
        lookout.hold("cookie of the console", page.cookie().replaceAll("^[^=]*=", ""));
        lookout.hold("key of the page", page.key());
        lookout.hold("what is made of the key", page.shown());
    }

    /** Does what brings each secret up, and has the others repeat it where they can. */
    private static void use(Page page, HttpFront front) {
        var entry = Json.object();
        var servers = entry.putObject("mcpServers");
        servers.putObject("far").put("url", front.url()).putObject("headers").put("X-Api-Key", HEADER);
        page.connect(Json.write(entry));
        servers.removeAll();
        var near = servers.putObject("near").put("command", "sh");
        var words = near.putArray("args")
                .add("-c")
                .add("echo \"it is $API_TOKEN\" >&2; exec \"$@\"")
                .add("sh");
        DemoServer.command().forEach(words::add);
        near.putObject("env").put("API_TOKEN", VARIABLE);
        page.connect(Json.write(entry));
        page.await("/api/servers/near/log", log -> log.path("lines").toString().contains("it is "));

        page.call("near", "add", "{\"a\":1,\"b\":2}");
        page.call("far", "add", "{\"a\":1,\"b\":2}");
        front.faults()
                .once(
                        RecordedRequest.rpc("tools/call"),
                        (exchange, usual) -> exchange.answer(
                                400,
                                Map.of("Content-Type", "text/plain"),
                                "who is %s of %s"
                                        .formatted(
                                                HEADER,
                                                exchange.request()
                                                        .header("Mcp-Session-Id")
                                                        .orElseThrow())));
        page.call("far", "add", "{\"a\":1,\"b\":2}");

        var talk = new Talk(page);
        talk.say("hello");
        talk.quiet();
        talk.say("hello again");
        assertThat(talk.quiet().toString()).contains("Good morning.");
    }

    /** Reads every answer that is there to be looked at, and the page. */
    private static void readAnswers(Lookout lookout, Page page) {
        for (var path : List.of(
                "/",
                "/api/state",
                "/api/metrics",
                "/api/apps",
                "/api/calls",
                "/api/chats",
                "/api/found",
                "/api/policies",
                "/api/prompts",
                "/api/approvals/kept",
                "/api/resources",
                "/api/subscriptions",
                "/api/tools",
                "/api/traffic",
                "/api/traffic/export?as=ndjson",
                "/api/traffic/export?as=har",
                "/api/servers/far/entry",
                "/api/servers/far/log",
                "/api/servers/near/entry",
                "/api/servers/near/log")) {
            look(lookout, page, path);
        }
        // As a browser does that is led here.
        look(lookout, page, page.console().url().substring(page.origin().length()));
        var state = page.get("/api/state");
        state.path("chats")
                .forEach(chat ->
                        look(lookout, page, "/api/chats/" + chat.path("id").asString("")));
        state.path("calls")
                .forEach(call ->
                        look(lookout, page, "/api/calls/" + call.path("id").asString("")));
        page.get("/api/traffic")
                .path("rows")
                .forEach(row ->
                        look(lookout, page, "/api/traffic/" + row.path("id").asString("")));
        for (var server : List.of("far", "near")) {
            for (var as : List.of("cli", "java")) {
                var wish =
                        Json.object().put("server", server).put("tool", "add").put("as", as);
                wish.putObject("arguments").put("a", 1).put("b", 2);
                lookout.read(
                        "POST /api/copy",
                        page.post("/api/copy", Json.write(wish)).toString());
            }
        }
    }

    private static void look(Lookout lookout, Page page, String path) {
        var answer = page.send("GET", path, null);
        lookout.read("GET " + path, answer.headers().map() + "\n" + answer.body());
    }
}
