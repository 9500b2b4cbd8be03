package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.testkit.FakeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls are checked, made, watched, cancelled and remembered. */
final class CallsTest {
    private static final int HUGE = 10 << 20;

    @TempDir
    private Path home;

    private Page page;
    private FakeServer scripted;
    private final CountDownLatch hold = new CountDownLatch(1);

    @BeforeEach
    void start() throws Exception {
        scripted = FakeServer.named("scripted")
                .tool(Scripted.tool("huge"), call -> CallToolResult.ofText("x".repeat(HUGE)))
                .tool(Scripted.tool("hang"), call -> {
                    hold.await();
                    return CallToolResult.ofText("late");
                })
                .tool(
                        Scripted.tool("liar")
                                .withOutputSchema(Json.parse("{\"type\":\"object\",\"required\":[\"sum\"]}")),
                        call -> CallToolResult.ofStructured(Json.object().put("other", 1)))
                .tool(Scripted.tool("secret"), call -> CallToolResult.ofText("{\"password\":\"hunter2hunter2\"}"))
                .build();
        page = Scripted.page(home, scripted);
    }

    @AfterEach
    void end() {
        hold.countDown();
        page.close();
    }

    @Test
    void aHugeResultIsKeptWholeAndShownInPartsWhileTheRestGoesOn() throws Exception {
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            var call = page.call("scripted", "huge", "{}");

            var block = call.path("result").path("content").path(0);
            assertThat(call.path("state").asString("")).isEqualTo("success");
            assertThat(call.path("bytes").asInt()).isGreaterThan(HUGE);
            assertThat(call.path("result").path("cut").asBoolean()).isTrue();
            assertThat(block.path("text").asString("")).hasSize(64 << 10);
            assertThat(block.path("cutAt").asInt()).isEqualTo(HUGE);
            var id = call.path("id").asString("");
            var rest = page.get("/api/calls/" + id + "/result?part=text&block=0&from=" + (HUGE - 10) + "&length=100");
            assertThat(rest.path("text").asString("")).isEqualTo("x".repeat(10));
            assertThat(rest.path("total").asInt()).isEqualTo(HUGE);
            var whole = page.bytes("/api/calls/" + id + "/result.json");
            assertThat(whole.headers().firstValue("Content-Disposition").orElse(""))
                    .startsWith("attachment");
            assertThat(whole.body().length).isGreaterThan(HUGE);
            events.await(
                    "traffic",
                    data -> data.path("rows")
                            .valueStream()
                            .anyMatch(row -> row.path("bytes").asInt(0) > HUGE));
            assertThat(events.seen()).allMatch(event -> Json.write(event.data()).length() < 1 << 20);
        }
    }

    @Test
    void cancellingTellsTheServer() throws Exception {
        var id = page.post("/api/calls", "{\"server\":\"scripted\",\"tool\":\"hang\",\"arguments\":{}}")
                .path("id")
                .asString("");
        page.await(
                "/api/calls/" + id,
                call -> call.path("state").asString("").equals("running")
                        && !call.path("traffic").isEmpty());

        page.post("/api/calls/" + id + "/cancel", "{}");

        assertThat(page.awaitCall(id).path("state").asString("")).isEqualTo("cancelled");
        var told = scripted.awaitReceived(
                message -> message instanceof Notification news && news.method().equals("notifications/cancelled"),
                Duration.ofSeconds(30));
        assertThat(told).isNotNull();
        assertThat(page.refused("POST", "/api/calls/" + id + "/cancel", "{}")).isEqualTo("not-running");
    }

    @Test
    void aCallThatTakesTooLongIsGivenUp() {
        var id = page.post(
                        "/api/calls", "{\"server\":\"scripted\",\"tool\":\"hang\",\"arguments\":{},\"timeoutMs\":200}")
                .path("id")
                .asString("");

        assertThat(page.awaitCall(id).path("state").asString("")).isEqualTo("timeout");
    }

    @Test
    void aBrokenPromiseIsShownBesideTheResult() {
        var call = page.call("scripted", "liar", "{}");

        assertThat(call.path("state").asString("")).isEqualTo("success");
        assertThat(call.path("schema").path("checked").asBoolean()).isTrue();
        assertThat(call.path("schema").path("violations").toString()).contains("sum");
        assertThat(call.path("result").path("structured").path("other").asInt()).isEqualTo(1);
    }

    @Test
    void argumentsAreCheckedBeforeAnythingIsSent() {
        page.connect("demo");
        var answer =
                page.send("POST", "/api/calls", "{\"server\":\"demo\",\"tool\":\"add\",\"arguments\":{\"a\":\"x\"}}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Json.parse(answer.body())
                        .path("error")
                        .path("problems")
                        .path(0)
                        .path("path")
                        .asString(""))
                .isEqualTo("/a");
        assertThat(page.refused("POST", "/api/calls", "{\"server\":\"demo\",\"tool\":\"ad\"}"))
                .isEqualTo("no-such-tool");
        assertThat(page.get("/api/calls").path("calls").size()).isZero();
        assertThat(page.get("/api/traffic").path("rows").valueStream())
                .noneMatch(row -> row.path("method").asString("").equals("tools/call"));
    }

    @Test
    void theTrafficOfACallIsLinkedAndMeasuredAtTheWire() {
        page.connect("demo");
        var id = page.call("demo", "add", "{\"a\":2,\"b\":3}").path("id").asString("");

        var call = page.await("/api/calls/" + id, json -> json.path("wireMs").isNumber());

        var row = page.get("/api/traffic/" + call.path("traffic").path(0).asString(""));
        assertThat(row.path("row").path("method").asString("")).isEqualTo("tools/call");
        assertThat(row.path("row").path("call").asString("")).isEqualTo(id);
        assertThat(row.path("row").path("status").asString("")).isEqualTo("ok");
        assertThat(row.path("row").path("tookMs").asDouble())
                .isCloseTo(call.path("wireMs").asDouble(), org.assertj.core.data.Offset.offset(0.01));
        assertThat(call.path("wireMs").asDouble())
                .isLessThanOrEqualTo(call.path("tookMs").asDouble());
        assertThat(Json.parse(row.path("response").asString(""))
                        .path("result")
                        .path("structuredContent")
                        .path("sum")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void progressAndQuestionsArriveAtTheCallThatCausedThem() throws Exception {
        page.connect("demo");
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            var slow = page.post(
                            "/api/calls", "{\"server\":\"demo\",\"tool\":\"sleep\",\"arguments\":{\"seconds\":0.5}}")
                    .path("id")
                    .asString("");
            events.await("progress", data -> data.path("call").asString("").equals(slow));

            var id = page.post("/api/calls", "{\"server\":\"demo\",\"tool\":\"ask\",\"arguments\":{}}")
                    .path("id")
                    .asString("");
            var question = events.await(
                            "question", data -> data.path("call").asString("").equals(id))
                    .data();
            var address = "/api/questions/" + question.path("id").asString("");
            assertThat(question.path("kind").asString("")).isEqualTo("form");
            assertThat(page.refused("POST", address, "{\"action\":\"accept\",\"content\":{\"name\":\"\"}}"))
                    .isEqualTo("bad-answer");
            page.post(address, "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\",\"colour\":\"red\"}}");

            var call = page.awaitCall(id);
            assertThat(call.path("result").path("content").path(0).path("text").asString(""))
                    .isEqualTo("Hello, Ann, friend of red!");
            assertThat(call.path("questions").size()).isEqualTo(1);
            assertThat(page.get("/api/state").path("questions").size()).isZero();
            assertThat(page.refused("POST", address, "{\"action\":\"decline\"}"))
                    .isEqualTo("no-such-question");
        }
    }

    @Test
    void bytesOfAServerAreNeverActive() throws Exception {
        page.connect("demo");
        var id = page.call("demo", "picture", "{}").path("id").asString("");

        var picture = page.bytes("/api/calls/" + id + "/block/1");
        var text = page.bytes("/api/calls/" + id + "/block/0");

        assertThat(picture.headers().firstValue("Content-Type")).contains("image/png");
        assertThat(picture.headers().firstValue("Content-Security-Policy")).contains("default-src 'none'; sandbox");
        assertThat(text.headers().firstValue("Content-Disposition").orElse("")).startsWith("attachment");
        assertThat(page.refused("GET", "/api/calls/" + id + "/block/7", null)).isEqualTo("no-such-block");
    }

    @Test
    void callsCanBeCopiedAndSaved() {
        page.connect("demo");

        var line = page.post(
                "/api/copy",
                "{\"server\":\"demo\",\"tool\":\"echo\",\"arguments\":{\"text\":\"it's\"},\"as\":\"cli\"}");
        page.post("/api/saved", "{\"name\":\"mine\",\"server\":\"demo\",\"tool\":\"add\",\"arguments\":{\"a\":1}}");

        assertThat(line.path("text").asString(""))
                .isEqualTo("fairlead call demo echo --args '{\"text\":\"it'\\''s\"}'");
        assertThat(page.get("/api/state").path("saved").path(0).path("name").asString(""))
                .isEqualTo("mine");
    }

    @Test
    void metricsCountCallsAndErrors() {
        page.connect("demo");
        page.call("demo", "add", "{\"a\":2,\"b\":3}");
        page.call("demo", "fail", "{}");

        var demo = page.get("/api/metrics")
                .path("servers")
                .valueStream()
                .filter(one -> one.path("server").asString("").equals("demo"))
                .findFirst()
                .orElseThrow();

        assertThat(demo.path("calls").asInt()).isEqualTo(2);
        assertThat(demo.path("errors").asInt()).isEqualTo(1);
        assertThat(demo.path("p95").asDouble()).isPositive();
        assertThat(demo.path("perMinute").size()).isBetween(60, 61);
    }

    @Test
    void promptsResourcesAndCompletionsWork() throws Exception {
        page.connect("demo");
        page.await("/api/resources", json -> json.path("templates").size() == 1);
        assertThat(page.get("/api/prompts").path("prompts").size()).isEqualTo(2);
        var prompt = page.post(
                "/api/prompts/get", "{\"server\":\"demo\",\"name\":\"greet\",\"arguments\":{\"name\":\"Ann\"}}");
        assertThat(prompt.path("messages").path(0).path("content").path("text").asString(""))
                .contains("Ann");
        assertThat(page.refused("POST", "/api/prompts/get", "{\"server\":\"demo\",\"name\":\"greet\"}"))
                .isEqualTo("bad-field");
        var read = page.post("/api/resources/read", "{\"server\":\"demo\",\"uri\":\"demo://notes/sailing\"}");
        assertThat(read.path("contents").path(0).path("text").asString("")).contains("fairleads");
        var found = page.post(
                "/api/complete",
                "{\"server\":\"demo\",\"ref\":{\"type\":\"prompt\",\"name\":\"review\"},\"argument\":{\"name\":\"style\",\"value\":\"f\"}}");
        assertThat(found.path("values").path(0).asString("")).isEqualTo("friendly");
        try (var events = page.events(page.get("/api/state").path("seq").asString(""))) {
            page.post("/api/resources/subscribe", "{\"server\":\"demo\",\"uri\":\"demo://counter\"}");
            org.awaitility.Awaitility.await().untilAsserted(() -> {
                page.call("demo", "count", "{}");
                assertThat(events.seen()).anyMatch(event -> event.type().equals("resource-updated"));
            });
        }
    }
}
