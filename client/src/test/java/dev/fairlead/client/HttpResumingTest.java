package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.VERSION;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.nextOf;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of the legacy era that break or end too early, and go on where they stopped. */
@Timeout(120)
@Tag("thorough")
class HttpResumingTest {
    private static long posts(HttpStage stage) {
        return stage.resumedAfter().stream()
                .filter(id -> id.startsWith("post-"))
                .count();
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2025_03_26", "V2025_06_18", "V2025_11_25"})
    @Verifies({"D-21", "D-8", "D-9", "D-12", "D-25"})
    void aBrokenStreamOfACallIsContinuedAfterItsLastEvent(ProtocolVersion version) throws Exception {
        try (var stage = HttpStage.of(FakeServer.named("resumable").versions(version))) {
            stage.front.answers(Answers.SSE).resumable();
            var transport = HttpTransport.to(stage.front.url()).withHeader("Authorization", "Bearer t0");
            try (var client = McpClient.connect(transport, stage.profile().build())) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.dropStreams();
                var resumed = stage.front.awaitRequest(
                        request -> request.header(HttpStage.LAST_EVENT)
                                .filter(id -> id.startsWith("post-"))
                                .isPresent(),
                        SOON);
                assertThat(resumed.method()).isEqualTo("GET");
                assertThat(resumed.header(HttpStage.LAST_EVENT).orElseThrow()).endsWith("/1");
                assertThat(resumed.header("Accept")).contains("text/event-stream");
                assertThat(resumed.header("Authorization")).contains("Bearer t0");
                assertThat(resumed.header(VERSION)).contains(version.id());
                assertThat(resumed.header(SESSION))
                        .isPresent()
                        .isEqualTo(stage.rpc("tools/call").getFirst().header(SESSION));
                stage.released.countDown();
                assertThat(within(call).text()).isEqualTo("through");
                assertThat(client.violations()).isEmpty();
            }
            assertThat(stage.rpc("tools/call")).hasSize(1);
            assertThat(stage.rpc("notifications/cancelled")).isEmpty();
        }
    }

    @Test
    @Verifies({"D-23", "D-22"})
    void aServerThatWantsToBePolledIsPolled() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE).polling(Duration.ofMillis(1200));
            try (var client = stage.connect()) {
                assertThat(client.callTool("echo", Map.of("text", "polled")).text())
                        .isEqualTo("polled");
                assertThat(client.violations()).isEmpty();
            }
            // That nobody came too early, the server itself has seen; only the priming event was there to go by.
            assertThat(stage.resumedAfter()).anyMatch(id -> id.matches("post-\\d+/0"));
            assertThat(stage.rpc("tools/call")).hasSize(1);
        }
    }

    @Test
    @Verifies({"D-23", "D-8"})
    void aCallSurvivesManyEndsOfItsStream() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE).resumable().retry(Duration.ofMillis(20));
            try (var client = stage.connect()) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                for (int i = 0; i < 3; i++) {
                    long before = posts(stage);
                    await().atMost(SOON).until(() -> {
                        stage.front.endStreams();
                        return posts(stage) > before;
                    });
                }
                stage.released.countDown();
                assertThat(within(call).text()).isEqualTo("through");
                assertThat(client.violations()).isEmpty();
            }
            assertThat(stage.rpc("tools/call")).hasSize(1);
            assertThat(stage.rpc("initialize")).hasSize(1);
        }
    }

    @Test
    @Verifies({"D-21", "D-18"})
    void eachStreamGoesOnAfterItsOwnLastEvent() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE).resumable();
            try (var client = stage.connect();
                    var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.server.tell(new ServerEvent.ToolsChanged());
                assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
                stage.server.tell(new ServerEvent.ToolsChanged());
                assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
                stage.front.dropStreams();
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(stage.resumedAfter())
                                .anyMatch(id -> id.matches("post-\\d+/1"))
                                .contains("get/2"));
                stage.server.tell(new ServerEvent.ToolsChanged());
                assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
                assertThatThrownBy(() -> changes.next(Duration.ofMillis(50))).isInstanceOf(TimeoutException.class);
                stage.released.countDown();
                assertThat(within(call).text()).isEqualTo("through");
                assertThat(stage.rpc("initialize")).hasSize(1);
            }
        }
    }

    @Test
    @Verifies({"D-21", "D-22"})
    void nothingIsMissedThatIsSaidWhileTheStandingStreamIsDown() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.resumable();
            try (var client = stage.connect();
                    var changes = client.subscribe(SubscriptionFilter.all())) {
                stage.server.tell(new ServerEvent.ToolsChanged());
                assertThat(changes.next(SOON)).contains(new ServerEvent.ToolsChanged());
                stage.front.endStreams();
                stage.server.tell(new ServerEvent.PromptsChanged());
                stage.server.tell(new ServerEvent.ResourcesChanged());
                assertThat(changes.next(SOON)).contains(new ServerEvent.PromptsChanged());
                assertThat(changes.next(SOON)).contains(new ServerEvent.ResourcesChanged());
                assertThat(stage.resumedAfter()).contains("get/1");
                assertThat(client.violations()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"D-17", "D-21"})
    void aStandingStreamWithoutEventIdsIsOpenedAnew(boolean sessions) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.sessions(sessions);
            try (var client = stage.connect();
                    var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
                var next = nextOf(changes);
                stage.front.dropStreams();
                await().atMost(SOON).until(() -> {
                    stage.server.tell(new ServerEvent.ToolsChanged());
                    return next.isDone();
                });
                assertThat(within(next)).contains(new ServerEvent.ToolsChanged());
                assertThat(stage.resumedAfter()).isEmpty();
                assertThat(stage.rpc("initialize")).hasSize(1);
            }
        }
    }

    @Test
    @Verifies({"D-23", "I-13"})
    void pollingEndsWithTheTimeLimitOfTheCall() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE).polling(Duration.ofMillis(20));
            try (var client = stage.connect()) {
                client.listTools();
                var options = CallOptions.usual().withLimits(Limits.within(Duration.ofSeconds(3)));
                assertThatThrownBy(() -> client.callTool("silent gate", null, options))
                        .isInstanceOf(dev.fairlead.protocol.error.CallTimeoutException.class);
                HttpStage.await(stage.cancelled);
            }
        }
    }

    @Test
    @Verifies({"D-21", "D-24"})
    void aStreamThatMayNotBeContinuedLosesItsCall() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE).resumable();
            try (var client = stage.connect()) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.getStream(false);
                stage.front.dropStreams();
                assertThatThrownBy(() -> within(call)).hasCauseInstanceOf(ConnectionLostException.class);
                assertThat(posts(stage)).isEqualTo(1);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(stage.rpc("tools/call")).hasSize(2);
            }
        }
    }

    @Test
    @Verifies({"D-14", "D-21"})
    void aStreamOfAForgottenSessionLosesItsCallAndTheNextIsMadeInAnother() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(Answers.SSE).resumable();
            try (var client = stage.connect()) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "gate", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.restart();
                assertThatThrownBy(() -> within(call))
                        .hasCauseInstanceOf(ConnectionLostException.class)
                        .satisfies(failure -> assertThat(((McpException) failure.getCause()).maybeExecuted())
                                .isTrue());
                assertThat(stage.rpc("tools/call")).hasSize(1);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @Test
    @Verifies({"D-21", "D-19"})
    void aQuestionOnAContinuedStreamIsAnswered() throws Exception {
        var open = new CountDownLatch(1);
        var script = FakeServer.named("late").era(Era.LEGACY).tool(HttpStage.tool("late"), call -> {
            call.progress(1, 2.0, "first");
            open.await();
            var answer = call.ask(InputRequest.from(
                    "elicitation/create",
                    json("{'message':'Name?','requestedSchema':{'type':'object','properties':"
                            + "{'name':{'type':'string'}}}}")));
            return CallToolResult.ofText(answer.at("/content/name").asString());
        });
        try (var stage = HttpStage.of(script)) {
            stage.front.answers(Answers.SSE).resumable();
            try (var client = stage.connect(stage.profile().handlers(HttpStage.named("Bo")))) {
                var heard = new CountDownLatch(1);
                var call = calling(client, "late", HttpStage.hearing(heard));
                HttpStage.await(heard);
                stage.front.dropStreams();
                await().atMost(SOON).until(() -> posts(stage) == 1);
                open.countDown();
                assertThat(within(call).text()).isEqualTo("Bo");
            }
        }
    }
}
