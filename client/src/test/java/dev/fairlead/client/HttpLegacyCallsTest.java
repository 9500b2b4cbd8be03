package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.client.ScriptedServer.json;
import static dev.fairlead.testkit.http.RecordedRequest.method;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventStream;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.ServerSentEvent;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over Streamable HTTP of the legacy era: questions in their midst, giving up, refusals, and the end. */
@Timeout(120)
class HttpLegacyCallsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | application/json | {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "200 | text/html | <p>ok</p>",
                "202 | application/json | {",
                "204 | text/plain | ''",
                "201 | x/y | ok"
            })
    @Verifies("D-5")
    void anySuccessAcknowledgesANotification(int status, String type, String body) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.faults().on(request -> request.rpcMethod().startsWith("notifications/"), (exchange, usual) -> {
                exchange.unheard(usual);
                exchange.answer(status, Map.of("Content-Type", type), status == 204 ? "" : body);
            });
            try (var client =
                    stage.connect(stage.profile().handlers(InputHandlers.none().onRoots(List::of)))) {
                client.rootsChanged();
                stage.front.awaitRequest(rpc("notifications/roots/list_changed"), SOON);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(client.violations()).isEmpty();
            }
        }
    }

    @Test
    @Verifies("D-5")
    void aRefusedNotificationIsReportedAndHarmsNothingElse() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front
                    .faults()
                    .on(
                            rpc("notifications/roots/list_changed"),
                            Fault.answer(
                                    400,
                                    Map.of("Content-Type", "application/json"),
                                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}}"));
            try (var client =
                    stage.connect(stage.profile().handlers(InputHandlers.none().onRoots(List::of)))) {
                client.rootsChanged();
                await().atMost(SOON)
                        .until(() -> client.violations().getOrDefault(Violation.Kind.REFUSED_MESSAGE, 0L) == 1);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(stage.rpc("initialize")).hasSize(1);
            }
        }
    }

    @Test
    @Verifies({"D-18", "D-8", "I-1"})
    void questionsOnTheStandingStreamAreAnsweredByPost() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedHttp.legacy().on("GET", exchange -> {
            var news = exchange.events(Map.of());
            news.send(ServerSentEvent.message(ScriptedHttp.quoted("{'jsonrpc':'2.0','id':'s1','method':'ping'}")));
            news.send(ServerSentEvent.message(ScriptedHttp.quoted(
                    "{'jsonrpc':'2.0','id':'s2','method':'elicitation/create','params':{'message':'Name?',"
                            + "'requestedSchema':{'type':'object','properties':{'name':{'type':'string'}}}}}")));
            asked.countDown();
            news.awaitEnd();
        })) {
            var profile =
                    ClientProfile.builder().handlers(HttpStage.named("Bo")).build();
            try (var client = McpClient.connect(HttpTransport.to(server.url()), profile)) {
                HttpStage.await(asked);
                var pong = server.http().awaitRequest(request -> request.rpcId().equals("\"s1\""), SOON);
                assertThat(pong.json().path("result").isObject()).isTrue();
                var answer =
                        server.http().awaitRequest(request -> request.rpcId().equals("\"s2\""), SOON);
                assertThat(answer.json().at("/result/content/name").asString()).isEqualTo("Bo");
                client.ping();
            }
        }
    }

    @Test
    @Verifies("D-19")
    void aQuestionOnTheStreamOfACallIsAnsweredByPostWhileTheStreamStaysOpen() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.getStream(false);
            var open = new AtomicInteger();
            var handlers = InputHandlers.none().onForm((form, asking) -> {
                open.set(stage.front.openStreams());
                return InputResponse.accept(json("{'name':'Bo'}"));
            });
            try (var client = stage.connect(stage.profile().handlers(handlers))) {
                assertThat(client.callTool("ask", null).text()).isEqualTo("Bo");
            }
            assertThat(open).hasValue(1);
            assertThat(stage.resumedAfter()).isEmpty();
            assertThat(stage.requests(request -> request.json().has("result")))
                    .singleElement()
                    .satisfies(answer -> {
                        assertThat(answer.method()).isEqualTo("POST");
                        assertThat(answer.has(SESSION)).isTrue();
                    });
        }
    }

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies({"D-20", "I-9"})
    void givingUpIsSaidByPost(Answers form) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(form);
            try (var client = stage.connect()) {
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
                var told = stage.front.awaitRequest(rpc("notifications/cancelled"), SOON);
                assertThat(told.json().at("/params/requestId").toString())
                        .isEqualTo(stage.rpc("tools/call").getFirst().rpcId());
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies({"D-20", "I-9"})
    void aTimeLimitIsACancellationToo() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect()) {
            client.listTools();
            assertThatThrownBy(() -> client.callTool("silent gate", null, CallOptions.within(Duration.ofMillis(1500))))
                    .isInstanceOf(CallTimeoutException.class);
            stage.front.awaitRequest(rpc("notifications/cancelled"), SOON);
            HttpStage.await(stage.cancelled);
        }
    }

    @Test
    @Verifies({"D-24", "D-20"})
    void aBrokenStreamWithoutEventIdsLosesItsCallAndCancelsNothing() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE);
            try (var client = stage.connect()) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.dropStreams();
                assertThatThrownBy(() -> within(call))
                        .hasCauseInstanceOf(ConnectionLostException.class)
                        .satisfies(failure -> assertThat(((McpException) failure.getCause()).maybeExecuted())
                                .isTrue());
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(stage.rpc("tools/call")).hasSize(2);
            }
            assertThat(stage.resumedAfter()).isEmpty();
            assertThat(stage.rpc("notifications/cancelled")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {413, 431})
    @Verifies("D-11")
    void tooLargeIsSaidToBeTooLarge(int status) {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect()) {
            stage.front.faults().on(rpc("tools/call"), Fault.answer(status));
            assertThatThrownBy(() -> client.callTool("echo", null))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining(Integer.toString(status))
                    .hasMessageContaining("too large");
        }
    }

    @Test
    @Verifies({"D-15", "D-26"})
    void aBadRequestIsReportedWithWhatTheServerSaid() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.sessions(false);
            try (var client = stage.connect()) {
                client.listTools();
                stage.front.faults().once(rpc("tools/call"), Fault.answer(400, Map.of(), "no session id, no answer"));
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOf(HttpStatusException.class)
                        .hasMessageContaining("400")
                        .hasMessageContaining("no session id, no answer");
                stage.front
                        .faults()
                        .once(
                                rpc("tools/call"),
                                Fault.answer(
                                        400,
                                        Map.of("Content-Type", "application/json"),
                                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"odd"
                                                + " version\"}}"));
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOf(ServerErrorException.class)
                        .hasMessageContaining("odd version");
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            }
        }
    }

    @Test
    @Verifies({"D-16", "D-29"})
    void aServerThatKeepsItsSessionsIsLeftAllTheSame() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.deletable(false);
            var heard = new Recording();
            var client = stage.connect(stage.profile().listener(heard));
            client.close();
            stage.front.awaitRequest(method("DELETE"), SOON);
            assertThat(heard.violations).isEmpty();
            assertThat(heard.stateNames()).doesNotContain("Failed");
        }
    }

    @Test
    @Verifies("D-16")
    void aServerThatIsSlowToForgetDoesNotHoldUpClosing() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.faults().on(method("DELETE"), Fault.stall());
            var client = stage.connect();
            var begun = System.nanoTime();
            client.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
            stage.front.awaitRequest(method("DELETE"), SOON);
        }
    }

    @Test
    @Verifies("I-2")
    void aPingThatIsNotAnsweredIsAFailure() {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect(
                        stage.profile().limits(dev.fairlead.client.handler.Limits.within(Duration.ofSeconds(3))))) {
            assertThat(client.ping()).isPositive();
            stage.front.faults().on(rpc("ping"), Fault.stall());
            assertThatThrownBy(client::ping).isInstanceOf(CallTimeoutException.class);
        }
    }

    @Test
    @Verifies({"D-29", "D-16", "D-20"})
    void closingCancelsWhatIsUnderWayAndThenEndsTheSession() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE);
            var client = stage.connect();
            var call = calling(client, "gate", CallOptions.usual());
            HttpStage.await(stage.begun);
            client.close();
            assertThatThrownBy(() -> within(call)).hasCauseInstanceOf(McpException.class);
            HttpStage.await(stage.cancelled);
            stage.front.awaitRequest(method("DELETE"), SOON);
            var last = stage.front.requests().getLast();
            assertThat(last.method()).isEqualTo("DELETE");
            assertThat(stage.rpc("notifications/cancelled")).hasSize(1);
            await().atMost(SOON).until(() -> stage.front.openStreams() == 0);
            assertThat(stage.front.sessions()).isZero();
        }
    }

    @Test
    @Verifies("D-8")
    void anAnswerIsFoundWhicheverStreamBringsIt() throws Exception {
        var news = new CompletableFuture<EventStream>();
        try (var server = ScriptedHttp.legacy()
                .on("GET", exchange -> {
                    var stream = exchange.events(Map.of());
                    news.complete(stream);
                    stream.awaitEnd();
                })
                .on("tools/call", exchange -> {
                    exchange.events(Map.of()).comment("the answer comes elsewhere");
                    news.join()
                            .send(ServerSentEvent.message(ScriptedHttp.answer(
                                    exchange.request(), "{'content':[{'type':'text','text':'from elsewhere'}]}")));
                    exchange.awaitGone();
                })) {
            try (var client = McpClient.connect(
                    HttpTransport.to(server.url()), NegotiationTest.profile().build())) {
                assertThat(client.callTool("t", null).text()).isEqualTo("from elsewhere");
            }
        }
    }
}
