package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.LAST_EVENT;
import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.VERSION;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.nextOf;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP+SSE of 2024-11-05, row by row: one stream to hear, and an address to post to. */
@Timeout(120)
class HttpSseRowsTest {
    private static final ServerEvent CHANGED = new ServerEvent.ResourceUpdated("r:a");

    @Test
    @Verifies({"E-1", "E-3", "E-5", "E-7", "D-9"})
    void everyMessageIsPostedToTheEndpointAndNothingElseIsSaid() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var transport = stage.sse().withHeader("Authorization", "Bearer t0");
            try (var client = McpClient.connect(
                    transport, stage.profile().handlers(HttpStage.named("Bo")).build())) {
                assertThat(client.opening().transport()).isEqualTo("HTTP+SSE");
                assertThat(client.callTool("ask", null).text()).isEqualTo("Bo");
                assertThat(client.callTool("steps", null).text()).isEqualTo("done");
                client.ping();
                assertThat(client.violations()).isEmpty();
            }
            assertThat(stage.gets()).singleElement().satisfies(get -> {
                assertThat(get.target()).isEqualTo("/sse");
                assertThat(get.header("Accept")).contains("text/event-stream");
            });
            assertThat(stage.posts()).hasSameSizeAs(stage.server.received());
            assertThat(stage.posts()).allSatisfy(post -> {
                assertThat(post.target()).startsWith("/messages?sessionId=");
                assertThat(post.json().isObject()).isTrue();
                assertThat(post.header("Content-Type").orElseThrow()).startsWith("application/json");
            });
            assertThat(stage.front.requests()).allSatisfy(request -> {
                assertThat(request.method()).isIn("GET", "POST");
                assertThat(request.header("Authorization")).contains("Bearer t0");
                assertThat(request.has(SESSION)).isFalse();
                assertThat(request.has(VERSION)).isFalse();
                assertThat(request.has(LAST_EVENT)).isFalse();
            });
            assertThat(stage.front.sessions()).isLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2024_11_05", "V2025_03_26", "V2025_06_18", "V2025_11_25"})
    @Verifies("E-4")
    void anyRevisionWithAHandshakeCanBeAgreedOn(ProtocolVersion version) {
        try (var stage = HttpStage.of(FakeServer.named("old").versions(version));
                var client = stage.connectSse(stage.profile())) {
            assertThat(client.server().version()).isEqualTo(version);
            assertThat(client.callTool("echo", Map.of("text", "é")).text()).isEqualTo("é");
            assertThat(stage.rpc("server/discover")).isEmpty();
        }
    }

    @Test
    @Verifies("E-3")
    void theAnswerIsTheOneOnTheStreamWhateverThePostIsAnsweredWithAndWhenever() throws Exception {
        var acknowledge = new CountDownLatch(1);
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile())) {
            client.listTools();
            stage.front.faults().on(rpc("tools/call"), (exchange, usual) -> {
                exchange.unheard(usual);
                acknowledge.await();
                exchange.answer(
                        200,
                        Map.of("Content-Type", "application/json"),
                        ScriptedHttp.answer(
                                exchange.request(), "{'content':[{'type':'text','text':'from the post'}]}"));
            });
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            acknowledge.countDown();
            assertThat(client.callTool("echo", Map.of("text", "b")).text()).isEqualTo("b");
            assertThat(client.violations()).isEmpty();
        }
    }

    /** A server of the old kind whose endpoint event says what a test wants. */
    private static ScriptedHttp naming(String endpoint) {
        var stream = new AtomicReference<EventStream>();
        var server = ScriptedHttp.silent();
        return server.on("GET", exchange -> {
                    var events = exchange.events(Map.of());
                    stream.set(events);
                    events.send(
                            new ServerSentEvent("endpoint", null, null, endpoint.replace("ORIGIN", server.origin())));
                    events.awaitEnd();
                })
                .on("initialize", exchange -> {
                    exchange.answer(202);
                    stream.get()
                            .send(ServerSentEvent.message(
                                    ScriptedHttp.answer(exchange.request(), ScriptedHttp.agreed("2024-11-05"))));
                })
                .on("ping", exchange -> {
                    exchange.answer(202);
                    stream.get().send(ServerSentEvent.message(ScriptedHttp.answer(exchange.request(), "{}")));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/deep/inbox?s=1", "inbox?s=1", "ORIGIN/inbox?s=1", "?s=1", "../inbox?s=1"})
    @Verifies("E-2")
    void theEndpointMayBeRelative(String endpoint) {
        try (var server = naming(endpoint)) {
            var transport = HttpTransport.to(server.origin() + "/deep/sse").withStrategy(HttpStrategy.SSE_ONLY);
            try (var client = McpClient.connect(transport)) {
                client.ping();
            }
            var expected = java.net
                    .URI
                    .create(server.origin() + "/deep/sse")
                    .resolve(endpoint.startsWith("?") ? "sse" + endpoint : endpoint.replace("ORIGIN", server.origin()));
            assertThat(server.rpc("ping"))
                    .extracting(RecordedRequest::target)
                    .containsExactly(expected.getPath() + "?" + expected.getQuery());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/messages",
                "http://localhost:PORT/messages",
                "https://127.0.0.1:PORT/messages",
                "//evil.example/messages",
                "ftp://127.0.0.1/messages",
                "http://127.0.0.1:PORT@evil.example/messages"
            })
    @Verifies("E-2")
    void anEndpointElsewhereIsRefused(String elsewhere) {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.endpoint(elsewhere.replace(
                    "PORT", Integer.toString(stage.front.http().port())));
            assertThatThrownBy(() -> stage.connectSse(stage.profile()))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("another origin");
            assertThat(stage.posts()).isEmpty();
        }
    }

    @Test
    @Verifies("E-1")
    void aStreamThatBeginsWithSomethingElseIsRefused() {
        try (var server = ScriptedHttp.silent().on("GET", exchange -> {
            var events = exchange.events(Map.of());
            events.send(ServerSentEvent.message("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}"));
            events.awaitEnd();
        })) {
            var transport = HttpTransport.to(server.url()).withStrategy(HttpStrategy.SSE_ONLY);
            assertThatThrownBy(() -> McpClient.connect(transport))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("endpoint");
        }
    }

    @Test
    @Verifies("E-1")
    void aStreamThatNamesNoEndpointIsNotWaitedForForever() {
        try (var server = ScriptedHttp.silent().on("GET", exchange -> {
            var events = exchange.events(Map.of());
            events.comment("hello");
            events.awaitEnd();
        })) {
            var transport = HttpTransport.to(server.url()).withStrategy(HttpStrategy.SSE_ONLY);
            var profile = NegotiationTest.profile()
                    .connectTimeout(Duration.ofSeconds(2))
                    .build();
            assertThatThrownBy(() -> McpClient.connect(transport, profile)).isInstanceOf(ConnectTimeoutException.class);
        }
    }

    @Test
    @Verifies({"E-5", "E-7", "D-24"})
    void aLostStreamLosesItsCallsAndTheNextCallOpensAnother() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var transport = stage.sse().withHeader("Authorization", "Bearer t0");
            try (var client = McpClient.connect(transport, stage.profile().build())) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.dropStreams();
                assertThatThrownBy(() -> within(call))
                        .hasCauseInstanceOf(ConnectionLostException.class)
                        .satisfies(failure -> assertThat(((McpException) failure.getCause()).maybeExecuted())
                                .isTrue());
                assertThat(client.callTool("echo", Map.of("text", "back")).text())
                        .isEqualTo("back");
                assertThat(stage.rpc("initialize")).hasSize(2);
                assertThat(stage.gets()).hasSize(2);
            }
            assertThat(stage.front.requests()).allSatisfy(request -> {
                assertThat(request.header("Authorization")).contains("Bearer t0");
                assertThat(request.has(LAST_EVENT)).isFalse();
            });
        }
    }

    @Test
    @Verifies("E-5")
    void aCrowdOfCallsReconnectsOnce() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile())) {
            client.listTools();
            stage.front.restart();
            var calls = IntStream.range(0, 50)
                    .mapToObj(i -> HttpStage.started(() -> {
                        try {
                            return client.callTool("echo", null).text();
                        } catch (ConnectionLostException underWayWhenItWasNoticed) {
                            return "lost";
                        }
                    }))
                    .toList();
            for (var call : calls) {
                assertThat(within(call)).isIn("nothing", "lost");
            }
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(stage.rpc("initialize")).hasSize(2);
            assertThat(stage.front.sessions()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"E-5", "I-18"})
    void whoeverOnlyListensHearsOfChangesAfterTheStreamWasLost(boolean restart) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var news = new Recording();
            try (var client = stage.connectSse(stage.profile().listener(news));
                    var changes = client.subscribe(SubscriptionFilter.resource("r:a"))) {
                client.setLogLevel(LogLevel.DEBUG);
                var next = nextOf(changes);
                if (restart) {
                    stage.front.restart();
                } else {
                    stage.front.dropStreams();
                }
                await().atMost(SOON).until(() -> {
                    stage.server.tell(CHANGED);
                    return next.isDone();
                });
                assertThat(within(next)).contains(CHANGED);
                assertThat(changes.end()).isEmpty();
                assertThat(stage.rpc("resources/subscribe")).hasSize(2);
                assertThat(stage.rpc("logging/setLevel")).hasSize(2);
                assertThat(client.callTool("shout", null).text()).isEqualTo("shouted");
                await().atMost(SOON).until(() -> !news.logs.isEmpty());
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @Test
    @Verifies("I-9")
    void givingUpIsSaidByPost() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile())) {
            var failure = new CompletableFuture<McpException>();
            var caller = Thread.ofVirtual().start(() -> {
                try {
                    client.callTool("silent gate", null);
                } catch (McpException given) {
                    failure.complete(given);
                }
            });
            HttpStage.await(stage.begun);
            caller.interrupt();
            assertThat(within(failure)).isInstanceOf(CallCancelledException.class);
            HttpStage.await(stage.cancelled);
            stage.front.awaitRequest(rpc("notifications/cancelled"), SOON);
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(stage.gets()).hasSize(1);
        }
    }

    @Test
    @Verifies("E-3")
    void aPostThatIsRefusedFailsItsCallAndTheNextIsFine() {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile())) {
            client.listTools();
            stage.front.faults().once(rpc("tools/call"), Fault.answer(500));
            assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(McpException.class);
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
        }
    }
}
