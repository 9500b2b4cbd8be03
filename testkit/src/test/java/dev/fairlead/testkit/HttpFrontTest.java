package dev.fairlead.testkit;

import static dev.fairlead.testkit.RawClient.callParams;
import static dev.fairlead.testkit.RawClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class HttpFrontTest {
    private static final String CURRENT = "2025-11-25";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final FakeServer server = FakeServer.named("front")
            .tool(tool("echo", "{\"type\":\"object\"}"), call -> CallToolResult.ofText(call.text("text", "nothing")))
            .tool(tool("steps", "{\"type\":\"object\"}"), call -> {
                call.progress(1, 2.0, "half");
                return CallToolResult.ofText("done");
            })
            .tool(tool("hang", "{\"type\":\"object\"}"), call -> {
                begun.countDown();
                try {
                    call.pause(Duration.ofMinutes(1));
                } catch (InterruptedException stopped) {
                    cancelled.countDown();
                    throw stopped;
                }
                return CallToolResult.ofText("never");
            })
            .tool(tool("gate", "{\"type\":\"object\"}"), call -> {
                begun.countDown();
                release.await();
                return CallToolResult.ofText("through");
            })
            .tool(
                    tool(
                            "regional",
                            "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}"),
                    call -> CallToolResult.ofText(call.text("region", "")))
            .build();
    private final HttpFront front = HttpFront.serving(server);
    private final HttpProbe probe = new HttpProbe(front.url());

    private static Tool tool(String name, String schema) {
        return Tool.of(name, "A tool", (ObjectNode) Json.parse(schema));
    }

    @AfterEach
    void end() {
        release.countDown();
        probe.close();
        front.close();
        await().atMost(SOON).until(() -> front.openConnections() == 0 && server.connections() == 0);
        assertThat(front.http().failures()).isEmpty();
    }

    @Test
    void answersTheModernEraInJsonAndInEvents() throws Exception {
        var json = probe.modern("tools/call", callParams("echo", "{\"text\":\"a\"}"), Map.of());
        assertThat(json.header("Content-Type")).isEqualTo("application/json");
        assertThat(text(json.json())).isEqualTo("a");

        front.answers(Answers.SSE);
        var events = probe.modern("tools/call", callParams("echo", "{\"text\":\"b\"}"), Map.of());
        assertThat(events.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(text(events.event().json())).isEqualTo("b");
        assertThat(events.event()).isNull();
        assertThat(server.complaints()).isEmpty();
        assertThat(front.sessions()).isZero();
    }

    @Test
    void progressMakesAStreamOfAnAnswer() throws Exception {
        var params = "{\"name\":\"steps\",\"arguments\":{},\"_meta\":{\"progressToken\":7}}";
        var answer = probe.modern("tools/call", params, Map.of());
        assertThat(answer.event().json().at("/params/progressToken").asInt()).isEqualTo(7);
        assertThat(text(answer.event().json())).isEqualTo("done");
        assertThat(answer.event()).isNull();
    }

    @Test
    void refusesModernRequestsWhoseHeadersContradictTheBody() throws Exception {
        var params = callParams("echo", "{}");
        for (var wrong : java.util.List.of(
                Map.of("Mcp-Method", "tools/list"),
                Map.of("Mcp-Name", "other"),
                Map.of("Mcp-Name", "=?base64?b3RoZXI=?="),
                Map.of("MCP-Protocol-Version", "2025-11-25"))) {
            var answer = probe.modern("tools/call", params, wrong);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32020);
        }
        assertThat(server.complaints()).hasSize(4);
        var fine = probe.modern("tools/call", params, Map.of("Mcp-Name", "=?base64?ZWNobw==?="));
        assertThat(fine.status()).isEqualTo(200);
        assertThat(server.complaints()).hasSize(4);
    }

    @Test
    void wantsAnnotatedArgumentsInHeaders() throws Exception {
        var params = callParams("regional", "{\"region\":\"é\"}");
        var without = probe.modern("tools/call", params, Map.of());
        assertThat(without.json().at("/error/code").asInt()).isEqualTo(-32020);
        assertThat(server.complaints()).as("one who does not know the tool").isEmpty();
        var with = probe.modern("tools/call", params, Map.of("Mcp-Param-Region", "=?base64?w6k=?="));
        assertThat(text(with.json())).isEqualTo("é");
        assertThat(server.complaints()).isEmpty();
        probe.modern("tools/call", params, Map.of("Mcp-Param-Region", "e"));
        probe.modern("tools/call", callParams("regional", "{}"), Map.of("Mcp-Param-Region", "e"));
        probe.modern("tools/call", callParams("echo", "{}"), Map.of("Mcp-Param-Region", "e"));
        assertThat(server.complaints()).hasSize(3);
    }

    @Test
    void givesModernErrorsTheirStatus() throws Exception {
        assertThat(probe.modern("nonsense", "{}", Map.of()).status()).isEqualTo(404);
        assertThat(probe.modern("tools/call", callParams("unknown", "{}"), Map.of())
                        .status())
                .isEqualTo(200);
        var bare = probe.post(HttpProbe.request(99, "tools/list", "{}"), Map.of("MCP-Protocol-Version", "2026-07-28"));
        assertThat(bare.status()).isEqualTo(400);
        assertThat(bare.json().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void leavingAModernCallCancelsIt() throws Exception {
        front.answers(Answers.SSE);
        var socket = new Socket(InetAddress.getLoopbackAddress(), front.http().port());
        var params = "{\"name\":\"hang\",\"arguments\":{},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"
                + "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}";
        var body = HttpProbe.request(1, "tools/call", params);
        socket.getOutputStream()
                .write(("POST /mcp HTTP/1.1\r\nHost: x\r\nAccept: application/json,text/event-stream\r\n"
                                + "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                                + "Mcp-Method: tools/call\r\nMcp-Name: hang\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n")
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        socket.close();
        assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void aSubscriptionStaysOpenUntilOneSideEndsIt() throws Exception {
        var listening =
                probe.modern("subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}", Map.of());
        assertThat(listening.event().json().path("method").asString())
                .isEqualTo("notifications/subscriptions/acknowledged");
        assertThat(front.openStreams()).isEqualTo(1);
        server.tell(new ServerEvent.ToolsChanged());
        assertThat(listening.event().json().path("method").asString()).isEqualTo("notifications/tools/list_changed");
        server.endSubscriptions();
        assertThat(listening.event().json().has("result")).isTrue();
        assertThat(listening.event()).isNull();

        var dropped = probe.modern("subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}", Map.of());
        dropped.event();
        server.dropSubscriptions();
        assertThat(dropped.event().json().path("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(dropped.event()).isNull();
        await().atMost(SOON).until(() -> server.connections() == 0 && front.openStreams() == 0);
    }

    @Test
    void keepsSessionsOfTheLegacyEra() throws Exception {
        probe.open(CURRENT);
        assertThat(front.sessions()).isEqualTo(1);
        assertThat(text(probe.ask("tools/call", callParams("echo", "{\"text\":\"x\"}"))
                        .json()))
                .isEqualTo("x");
        assertThat(server.complaints()).isEmpty();
        assertThat(probe.delete().status()).isEqualTo(200);
        assertThat(front.sessions()).isZero();
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(404);
        probe.header("Mcp-Session-Id", null);
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(400);
        assertThat(server.complaints()).hasSize(1);
    }

    @Test
    void wantsTheAgreedRevisionInEveryRequestOfASession() throws Exception {
        probe.open(CURRENT);
        probe.header("MCP-Protocol-Version", null);
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(200);
        probe.header("MCP-Protocol-Version", "2025-06-18");
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(400);
        assertThat(probe.get(Map.of()).status()).isEqualTo(400);
        assertThat(server.complaints()).hasSize(3);
    }

    @Test
    void wantsToBeToldWhatTheClientAccepts() throws Exception {
        var list = HttpProbe.request(1, "tools/list", "{}");
        assertThat(probe.post(list, Map.of("Accept", "application/json")).status())
                .isEqualTo(406);
        assertThat(probe.post(list, Map.of("Content-Type", "text/plain")).status())
                .isEqualTo(415);
        assertThat(probe.post("{", Map.of()).status()).isEqualTo(400);
        assertThat(server.complaints()).hasSize(3);
    }

    @Test
    void answersAProbeForTheModernEraWithoutComplaintWhereThereIsNone() throws Exception {
        var old = FakeServer.named("old").era(dev.fairlead.protocol.Era.LEGACY).build();
        try (var alone = HttpFront.serving(old);
                var client = new HttpProbe(alone.url())) {
            assertThat(client.modern("server/discover", "{}", Map.of()).status())
                    .isEqualTo(400);
            assertThat(old.complaints()).isEmpty();
        }
    }

    @Test
    void asksOnTheStreamOfTheCallAndTakesTheAnswerByPost() throws Exception {
        server.add(tool("ask", "{\"type\":\"object\"}"), call -> {
            var answer = call.ask(InputRequest.from(
                    "elicitation/create",
                    Json.parse("{\"message\":\"Name?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":"
                            + "{\"name\":{\"type\":\"string\"}}}}")));
            return CallToolResult.ofText(answer.at("/content/name").asString());
        });
        probe.open(CURRENT);
        var call = probe.ask("tools/call", callParams("ask", "{}"));
        var question = call.event().json();
        assertThat(question.path("method").asString()).isEqualTo("elicitation/create");
        var accepted = probe.post("{\"jsonrpc\":\"2.0\",\"id\":" + question.path("id")
                + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}}");
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(text(call.event().json())).isEqualTo("Bo");
        assertThat(call.event()).isNull();
    }

    @Test
    void tellsOfChangesOnTheStandingStreamAlsoIfItComesLater() throws Exception {
        probe.open(CURRENT);
        // The server tells nobody anything before it has taken note that the session is open.
        assertThat(probe.ask("ping", "{}").json().has("result")).isTrue();
        server.tell(new ServerEvent.ToolsChanged());
        var standing = probe.get(Map.of());
        assertThat(standing.event().json().path("method").asString()).isEqualTo("notifications/tools/list_changed");
        front.dropStreams();
        assertThatThrownBy(standing::event).isInstanceOf(IOException.class);
        front.getStream(false);
        assertThat(probe.get(Map.of()).status()).isEqualTo(405);
    }

    @Test
    void cancelsByNotificationInTheLegacyEraAndNotByLeaving() throws Exception {
        front.answers(Answers.SSE);
        probe.open(CURRENT);
        var id = probe.nextId();
        var call = new java.util.concurrent.CompletableFuture<HttpProbe.Answer>();
        Thread.ofVirtual().start(() -> {
            try {
                call.complete(probe.post(HttpProbe.request(id, "tools/call", callParams("hang", "{}"))));
            } catch (Exception failed) {
                call.completeExceptionally(failed);
            }
        });
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        var told = probe.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
        assertThat(told.status()).isEqualTo(202);
        assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(call.get(20, TimeUnit.SECONDS).event()).isNull();
    }

    @Test
    void aBrokenStreamIsContinuedAfterTheLastEvent() throws Exception {
        front.answers(Answers.SSE).resumable().retry(Duration.ofMillis(20));
        probe.open(CURRENT);
        var call = probe.ask("tools/call", callParams("gate", "{}"));
        var first = call.event();
        assertThat(first.data()).isEmpty();
        assertThat(first.retry()).isEqualTo("20");
        front.dropStreams();
        assertThatThrownBy(call::event).isInstanceOf(IOException.class);
        release.countDown();
        var rest = probe.get(Map.of("Last-Event-ID", first.id()));
        var answer = rest.event();
        assertThat(text(answer.json())).isEqualTo("through");
        assertThat(rest.event()).isNull();
        assertThat(text(probe.get(Map.of("Last-Event-ID", first.id())).event().json()))
                .as("again")
                .isEqualTo("through");
        assertThat(server.complaints()).isEmpty();
        assertThat(probe.get(Map.of("Last-Event-ID", "what/1")).status()).isEqualTo(400);
        assertThat(server.complaints()).hasSize(1);
    }

    @Test
    void aPollingServerIsComeBackToNoEarlierThanItSaid() throws Exception {
        front.polling(Duration.ofMinutes(1));
        probe.open(CURRENT);
        var call = probe.ask("tools/call", callParams("echo", "{\"text\":\"later\"}"));
        var first = call.event();
        assertThat(first.data()).isEmpty();
        assertThat(call.event()).isNull();
        assertThat(text(probe.get(Map.of("Last-Event-ID", first.id())).event().json()))
                .isEqualTo("later");
        assertThat(server.complaints()).singleElement().asString().contains("before it was told to");
    }

    @Test
    void worksWithoutSessions() throws Exception {
        front.sessions(false);
        probe.open("2025-06-18");
        assertThat(text(probe.ask("tools/call", callParams("echo", "{\"text\":\"s\"}"))
                        .json()))
                .isEqualTo("s");
        await().atMost(SOON).until(() -> server.connections() == 0);
        var standing = probe.get(Map.of());
        await().atMost(SOON).until(() -> server.connections() == 1);
        server.tell(new ServerEvent.ToolsChanged());
        assertThat(standing.event().json().path("method").asString()).isEqualTo("notifications/tools/list_changed");
        assertThat(probe.delete().status()).isEqualTo(405);
        assertThat(server.complaints()).isEmpty();
        standing.leave();
        front.dropStreams();
    }

    @Test
    void saysEverythingInOneBatchToTheRevisionThatKnowsBatches() throws Exception {
        front.batches();
        probe.open("2025-03-26");
        var params = "{\"name\":\"steps\",\"arguments\":{},\"_meta\":{\"progressToken\":7}}";
        var batch = probe.ask("tools/call", params).json();
        assertThat(batch.size()).isEqualTo(2);
        assertThat(text(batch.get(1))).isEqualTo("done");
        front.answers(Answers.SSE);
        assertThat(probe.ask("tools/call", params).event().json().size()).isEqualTo(2);
        var two = "[" + HttpProbe.request(70, "tools/list", "{}") + "," + HttpProbe.request(71, "ping", "{}") + "]";
        var events = probe.post(two);
        assertThat(events.event().json().size() + "").isEqualTo("2");
        front.answers(Answers.JSON);
        assertThat(probe.post(two.replace("7", "8")).json().size()).isEqualTo(2);
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void forgetsSessionsButAnswersWhatItHasBegun() throws Exception {
        front.answers(Answers.SSE).resumable();
        probe.open(CURRENT);
        var call = probe.ask("tools/call", callParams("gate", "{}"));
        call.event();
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        front.forgetSessions();
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(404);
        release.countDown();
        assertThat(text(call.event().json())).isEqualTo("through");
        await().atMost(SOON).until(() -> server.connections() == 0);
    }

    @Test
    void aStandingStreamIsContinuedWithoutRepeatingItself() throws Exception {
        front.resumable();
        probe.open(CURRENT);
        var standing = probe.get(Map.of());
        assertThat(standing.event().data()).isEmpty();
        server.tell(new ServerEvent.ToolsChanged());
        var first = standing.event();
        assertThat(first.data()).contains("tools/list_changed");
        front.endStreams();
        assertThat(standing.event()).isNull();
        server.tell(new ServerEvent.PromptsChanged());
        var again = probe.get(Map.of("Last-Event-ID", first.id()));
        assertThat(again.event().data()).contains("prompts/list_changed");
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void aDisconnectedClientHasNoSessionAnyMore() throws Exception {
        probe.open(CURRENT);
        server.disconnect();
        await().atMost(SOON).until(() -> front.sessions() == 0);
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(404);
    }

    @Test
    void restartsOnTheSamePortWithoutMemory() throws Exception {
        probe.open(CURRENT);
        var url = front.url();
        front.restart();
        assertThat(front.url()).isEqualTo(url);
        probe.reconnect();
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(404);
        probe.header("Mcp-Session-Id", null).header("MCP-Protocol-Version", null);
        probe.open(CURRENT);
        assertThat(probe.ask("tools/list", "{}").status()).isEqualTo(200);
        front.stop();
        assertThatThrownBy(() -> probe.ask("tools/list", "{}")).isInstanceOf(IOException.class);
        front.start();
    }

    @Test
    void servesThePairOfUrlsOfOld() throws Exception {
        try (var old = new HttpProbe(front.sseUrl())) {
            assertThat(old.post("{}").status()).isEqualTo(405);
            var stream = old.get(Map.of());
            var endpoint = stream.event();
            assertThat(endpoint.type()).isEqualTo("endpoint");
            assertThat(front.sessions()).isEqualTo(1);
            try (var there = new HttpProbe(front.http().origin() + endpoint.data())) {
                var shake = "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"p\",\"version\":\"1\"}}";
                assertThat(there.post(HttpProbe.request(1, "initialize", shake)).status())
                        .isEqualTo(202);
                assertThat(stream.event().json().at("/result/protocolVersion").asString())
                        .isEqualTo("2024-11-05");
                there.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
                there.post(HttpProbe.request(2, "tools/call", callParams("echo", "{\"text\":\"old\"}")));
                assertThat(text(stream.event().json())).isEqualTo("old");
                assertThat(server.complaints()).isEmpty();
                front.dropStreams();
                await().atMost(SOON).until(() -> front.sessions() == 0);
                assertThat(there.post(HttpProbe.request(3, "ping", "{}")).status())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void keepsTheRequests() throws Exception {
        probe.open(CURRENT);
        var asked = front.awaitRequest(RecordedRequest.rpc("initialize"), SOON);
        assertThat(asked.target()).isEqualTo("/mcp");
        assertThat(asked.header("content-type")).contains("application/json");
        assertThat(asked.json().at("/params/protocolVersion").asString()).isEqualTo(CURRENT);
        assertThat(front.requests()).hasSize(2);
        assertThatThrownBy(() -> front.awaitRequest(RecordedRequest.method("PUT"), Duration.ofMillis(10)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("initialize");
    }
}
