package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.LAST_EVENT;
import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.VERSION;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Streamable HTTP of 2026-07-28, row by row: requests that stand alone, and streams that end with their answers. */
@Timeout(120)
class HttpModernRowsTest {
    private static final Set<String> NAMED = Set.of("tools/call", "prompts/get", "resources/read");

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies({"D-1", "D-2", "D-3", "D-6", "D-9", "D-30", "D-31", "D-32", "D-33", "A-9"})
    void everyRequestStandsAlone(Answers form) throws Exception {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.answers(form);
            stage.front.faults().on(request -> true, Fault.header(SESSION, "never-to-be-sent-back"));
            var target = "/mcp?tenant=a%20b";
            var transport =
                    HttpTransport.to(stage.front.http().origin() + target).withHeader("Authorization", "Bearer t0");
            try (var client = McpClient.connect(
                    transport,
                    stage.profile()
                            .handlers(HttpStage.named("Bo").onRoots(java.util.List::of))
                            .build())) {
                client.listTools();
                client.callTool("steps", null);
                assertThat(client.callTool("ask", null).text()).isEqualTo("Bo");
                client.getPrompt("greeting", Map.of());
                client.readResource("r:a");
                client.ping();
                client.rootsChanged();
                try (var changes = client.subscribe(SubscriptionFilter.all())) {
                    stage.server.tell(new ServerEvent.ToolsChanged());
                    assertThat(changes.next(SOON)).isPresent();
                }
                client.callTool("echo", null);
            }
            assertThat(stage.front.requests()).hasSizeGreaterThan(8).allSatisfy(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.target()).isEqualTo(target);
                assertThat(request.has(SESSION)).isFalse();
                assertThat(request.has(LAST_EVENT)).isFalse();
                assertThat(request.header("Authorization")).contains("Bearer t0");
                assertThat(request.header("Accept").orElseThrow())
                        .contains("application/json")
                        .contains("text/event-stream");
                assertThat(request.header("Content-Type").orElseThrow()).startsWith("application/json");
                assertThat(request.json().isObject()).isTrue();
                assertThat(request.json().has("id")).isTrue();
                mirrors(request);
            });
            assertThat(stage.front.requests())
                    .extracting(RecordedRequest::rpcMethod)
                    .contains("server/discover", "subscriptions/listen", "tools/call", "prompts/get", "resources/read");
        }
    }

    private static void mirrors(RecordedRequest request) {
        var params = request.json().path("params");
        assertThat(request.header(VERSION))
                .contains(params.path("_meta").path(MetaKey.PROTOCOL_VERSION).asString())
                .contains("2026-07-28");
        assertThat(request.header("Mcp-Method")).contains(request.rpcMethod());
        if (NAMED.contains(request.rpcMethod())) {
            var subject = params.path(request.rpcMethod().equals("resources/read") ? "uri" : "name");
            assertThat(request.header("Mcp-Name")).contains(subject.asString());
        } else {
            assertThat(request.has("Mcp-Name")).isFalse();
        }
    }

    @Test
    @Verifies({"D-31", "B-7"})
    void askingAgainInAnotherRevisionSaysSoInTheHeaderToo() {
        try (var stage = HttpStage.of(Era.MODERN)) {
            var refusal = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"version\","
                    + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"x\"}}}";
            stage.front
                    .faults()
                    .once(
                            rpc("server/discover"),
                            Fault.answer(400, Map.of("Content-Type", "application/json"), refusal));
            try (var client = stage.connect()) {
                assertThat(client.server().era()).isEqualTo(Era.MODERN);
                assertThat(stage.rpc("server/discover")).hasSize(2).allSatisfy(HttpModernRowsTest::mirrors);
                assertThat(stage.rpc("initialize")).isEmpty();
            }
        }
    }

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies({"D-43", "I-9"})
    void givingUpClosesTheStreamAndSaysNothing(Answers form) throws Exception {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.answers(form);
            try (var client = stage.connect()) {
                var failure = new CompletableFuture<McpException>();
                // Progress makes a stream of the answer; without it, nothing of it has come yet.
                var tool = form == Answers.SSE ? "gate" : "silent gate";
                var caller = Thread.ofVirtual().start(() -> {
                    try {
                        client.callTool(tool, null);
                    } catch (McpException given) {
                        failure.complete(given);
                    }
                });
                HttpStage.await(stage.begun);
                caller.interrupt();
                assertThat(within(failure)).isInstanceOf(CallCancelledException.class);
                HttpStage.await(stage.cancelled);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
            assertThat(stage.rpc("notifications/cancelled")).isEmpty();
        }
    }

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies({"D-43", "I-9"})
    void aTimeLimitClosesTheStreamAndSaysNothing(Answers form) throws Exception {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.answers(form);
            try (var client = stage.connect()) {
                client.listTools();
                var tool = form == Answers.SSE ? "gate" : "silent gate";
                assertThatThrownBy(() -> client.callTool(tool, null, CallOptions.within(Duration.ofMillis(1500))))
                        .isInstanceOf(CallTimeoutException.class);
                HttpStage.await(stage.cancelled);
            }
            assertThat(stage.rpc("notifications/cancelled")).isEmpty();
        }
    }

    @Test
    @Verifies({"D-43", "I-9"})
    void closingASubscriptionClosesItsStreamAndSaysNothing() throws Exception {
        try (var stage = HttpStage.of(Era.MODERN)) {
            try (var client = stage.connect()) {
                var changes = client.subscribe(SubscriptionFilter.toolsChanged());
                assertThat(stage.front.openStreams()).isEqualTo(1);
                changes.close();
                await().atMost(SOON).until(() -> stage.front.openStreams() == 0);
            }
            assertThat(stage.rpc("notifications/cancelled")).isEmpty();
        }
    }

    @Test
    @Verifies({"D-44", "D-30"})
    void aBrokenStreamLosesItsCall() throws Exception {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.answers(Answers.SSE).resumable();
            try (var client = stage.connect()) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.dropStreams();
                assertThatThrownBy(() -> within(call))
                        .hasCauseInstanceOf(ConnectionLostException.class)
                        .satisfies(failure -> assertThat(((McpException) failure.getCause()).maybeExecuted())
                                .isTrue());
                assertThat(stage.rpc("tools/call")).hasSize(1);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
            assertThat(stage.front.requests())
                    .allMatch(request -> request.method().equals("POST"));
            assertThat(stage.front.requests()).noneMatch(request -> request.has(LAST_EVENT));
            assertThat(stage.rpc("initialize")).isEmpty();
        }
    }

    @Test
    @Verifies("D-44")
    void whatIsAskedAgainHasANewId() {
        try (var stage = HttpStage.of(Era.MODERN)) {
            stage.front.answers(Answers.SSE);
            try (var client = stage.connect()) {
                stage.front.faults().once(rpc("tools/list"), Fault.cutBody(20));
                assertThat(client.listTools()).isNotEmpty();
                assertThat(stage.rpc("tools/list"))
                        .hasSize(2)
                        .extracting(RecordedRequest::rpcId)
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    @Verifies("D-45")
    void commentsKeepACallAlive() {
        var idle = Duration.ofSeconds(2);
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
            var events = exchange.events(Map.of());
            var begun = System.nanoTime();
            while (System.nanoTime() - begun < idle.multipliedBy(5).dividedBy(2).toNanos()) {
                events.comment("still here");
                events.pause(Duration.ofMillis(50));
            }
            events.send(ServerSentEvent.message(ScriptedHttp.answer(
                    exchange.request(), "{'resultType':'complete','content':[{'type':'text','text':'at last'}]}")));
            events.end();
        })) {
            try (var client = connect(server)) {
                client.listTools();
                var limits = new Limits(idle, idle, SOON);
                var result = client.callTool("t", null, CallOptions.usual().withLimits(limits));
                assertThat(result.text()).isEqualTo("at last");
                assertThat(client.violations()).isEmpty();
            }
        }
    }

    @Test
    @Verifies("D-45")
    void commentsDoNotExtendTheWholeTime() {
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
            var events = exchange.events(Map.of());
            while (events.pause(Duration.ofMillis(20))) {
                events.comment("still here");
            }
        })) {
            try (var client = connect(server)) {
                client.listTools();
                var limits = new Limits(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(2));
                assertThatThrownBy(() ->
                                client.callTool("t", null, CallOptions.usual().withLimits(limits)))
                        .isInstanceOf(CallTimeoutException.class);
            }
        }
    }

    private static McpClient connect(ScriptedHttp server) {
        return McpClient.connect(
                HttpTransport.to(server.url()), NegotiationTest.profile().build());
    }

    @Test
    @Verifies({"D-42", "A-10"})
    void aQuestionOnAModernStreamIsReportedAndWhatFollowsTheAnswerIgnored() {
        try (var server = ScriptedHttp.modern().on("tools/call", exchange -> {
            var events = exchange.events(Map.of());
            events.send(
                    ServerSentEvent.message(ScriptedHttp.quoted("{'jsonrpc':'2.0','id':'s1','method':'roots/list'}")));
            events.send(ServerSentEvent.message(ScriptedHttp.answer(
                    exchange.request(), "{'resultType':'complete','content':[{'type':'text','text':'first'}]}")));
            events.send(ServerSentEvent.message(ScriptedHttp.answer(
                    exchange.request(), "{'resultType':'complete','content':[{'type':'text','text':'second'}]}")));
            events.end();
        })) {
            try (var client = connect(server)) {
                assertThat(client.callTool("t", null).text()).isEqualTo("first");
                await().atMost(SOON)
                        .until(() -> client.violations().getOrDefault(Violation.Kind.FORBIDDEN_REQUEST, 0L) == 1);
                assertThat(client.callTool("t", null).text()).isEqualTo("first");
            }
            assertThat(server.requests()).allMatch(request -> request.json().has("method"));
        }
    }

    @ParameterizedTest
    @CsvSource({"400", "404", "405", "409", "422", "500"})
    @Verifies("B-22")
    void oneFailingRequestDoesNotMakeAModernServerAnOldOne(int status) {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect()) {
            client.listTools();
            stage.front.faults().once(rpc("tools/call"), Fault.answer(status));
            assertThatThrownBy(() -> client.callTool("echo", null))
                    .isInstanceOf(McpException.class)
                    .hasMessageContaining(Integer.toString(status));
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(client.server().era()).isEqualTo(Era.MODERN);
            assertThat(stage.rpc("initialize")).isEmpty();
            assertThat(stage.rpc("tools/call")).hasSize(2);
        }
    }

    @Test
    @Verifies("D-4")
    void aCallWhoseAnswerWaitsForAnotherIsServedBesideIt() throws Exception {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect()) {
            var slow = calling(client, "silent gate", CallOptions.usual());
            HttpStage.await(stage.begun);
            for (int turn = 0; turn < 5; turn++) {
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
            stage.released.countDown();
            assertThat(within(slow).text()).isEqualTo("through");
        }
    }

    @Test
    void headersOfACallTravelWithIt() {
        try (var stage = HttpStage.of(Era.MODERN);
                var client = stage.connect()) {
            client.callTool("echo", null, CallOptions.usual().withHeader("X-Tenant", "T1"));
            client.callTool("echo", null);
            assertThat(stage.rpc("tools/call"))
                    .extracting(call -> call.header("X-Tenant").orElse("none"))
                    .containsExactly("T1", "none");
        }
    }
}
