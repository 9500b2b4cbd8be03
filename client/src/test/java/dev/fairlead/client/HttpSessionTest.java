package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SESSION;
import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.VERSION;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.nextOf;
import static dev.fairlead.client.HttpStage.started;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.method;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpTransport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that servers forget: opened again without anybody noticing, once, with all that belonged to them. */
@Timeout(120)
class HttpSessionTest {
    private static final ServerEvent CHANGED = new ServerEvent.ResourceUpdated("r:a");

    private static Optional<String> session(RecordedRequest request) {
        return request.header(SESSION);
    }

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies({"D-14", "D-9"})
    void aForgottenSessionIsOpenedAgainAndTheCallRepeatedInIt(Answers form) {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(form);
            var transport = HttpTransport.to(stage.front.url()).withHeader("Authorization", "Bearer t0");
            try (var client = McpClient.connect(transport, stage.profile().build())) {
                client.listTools();
                stage.front.forgetSessions();
                stage.front.http().forgetRequests();
                assertThat(client.callTool("echo", Map.of("text", "again")).text())
                        .isEqualTo("again");
                var posts = stage.posts();
                assertThat(posts)
                        .extracting(RecordedRequest::rpcMethod)
                        .startsWith("tools/call", "initialize", "notifications/initialized")
                        .filteredOn("tools/call"::equals)
                        .hasSize(2);
                var calls = stage.rpc("tools/call");
                assertThat(session(posts.get(1))).isEmpty();
                assertThat(posts.get(1).has(VERSION)).isFalse();
                assertThat(session(calls.get(1))).isPresent().isNotEqualTo(session(calls.get(0)));
                assertThat(session(posts.get(2))).isEqualTo(session(calls.get(1)));
                assertThat(calls.get(1).rpcId()).isNotEqualTo(calls.get(0).rpcId());
                assertThat(client.violations()).isEmpty();
            }
            assertThat(stage.front.sessions()).isZero();
            assertThat(stage.front.requests())
                    .allSatisfy(request ->
                            assertThat(request.header("Authorization")).contains("Bearer t0"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 50})
    @Verifies("D-14")
    void aCrowdOfCallsOpensOneSession(int crowd) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect()) {
            client.listTools();
            stage.front.forgetSessions();
            var start = new CountDownLatch(1);
            var calls = IntStream.range(0, crowd)
                    .mapToObj(i -> started(() -> {
                        start.countDown();
                        return client.callTool("echo", Map.of("text", "n" + i)).text();
                    }))
                    .toList();
            for (int i = 0; i < crowd; i++) {
                assertThat(within(calls.get(i))).isEqualTo("n" + i);
            }
            assertThat(stage.rpc("initialize")).hasSize(2);
            assertThat(stage.rpc("notifications/initialized")).hasSize(2);
            assertThat(stage.front.sessions()).isEqualTo(1);
            assertThat(client.violations()).isEmpty();
        }
    }

    @EnumSource(Answers.class)
    @ParameterizedTest
    @Verifies("D-14")
    void whatIsUnderWayIsStillAnsweredWhileAnotherSessionIsOpened(Answers form) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.answers(form);
            try (var client = stage.connect()) {
                var before = calling(client, "gate", CallOptions.usual());
                HttpStage.await(stage.begun);
                stage.front.forgetSessions();
                var crowd = IntStream.range(0, 50)
                        .mapToObj(i -> calling(client, "echo", CallOptions.usual()))
                        .toList();
                for (var call : crowd) {
                    assertThat(within(call).text()).isEqualTo("nothing");
                }
                assertThat(before).isNotDone();
                stage.released.countDown();
                assertThat(within(before).text()).isEqualTo("through");
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @Test
    @Verifies("D-14")
    void aSecondRefusalInARowIsAnError() {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect()) {
            client.listTools();
            stage.front.faults().on(rpc("tools/call"), Fault.answer(404));
            assertThatThrownBy(() -> client.callTool("echo", null))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("404");
            assertThat(stage.rpc("tools/call")).hasSize(2);
            assertThat(stage.rpc("initialize")).hasSize(2);
            stage.front.faults().clear();
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
        }
    }

    @Test
    @Verifies({"D-14", "G-28"})
    void whatTheServerWasToldIsToldAgain() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var heard = new Recording();
            try (var client = stage.connect(stage.profile().listener(heard));
                    var changes = client.subscribe(SubscriptionFilter.resource("r:a"))) {
                client.setLogLevel(LogLevel.DEBUG);
                stage.front.forgetSessions();
                assertThat(client.callTool("shout", null).text()).isEqualTo("shouted");
                await().atMost(SOON).until(() -> !heard.logs.isEmpty());
                assertThat(stage.rpc("logging/setLevel")).hasSize(2);
                assertThat(stage.rpc("resources/subscribe")).hasSize(2);
                stage.server.tell(CHANGED);
                assertThat(changes.next(SOON)).contains(CHANGED);
                var fresh = session(stage.rpc("tools/call").getLast());
                assertThat(stage.gets()).anyMatch(get -> session(get).equals(fresh));
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"D-14", "I-18"})
    void whoeverOnlyListensHearsOfChangesAfterARestart(boolean resumable) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            if (resumable) {
                stage.front.resumable();
            }
            try (var client = stage.connect();
                    var changes = client.subscribe(SubscriptionFilter.resource("r:a"))) {
                var next = nextOf(changes);
                stage.front.restart();
                await().atMost(SOON).until(() -> {
                    stage.server.tell(CHANGED);
                    return next.isDone();
                });
                assertThat(within(next)).contains(CHANGED);
                assertThat(changes.end()).isEmpty();
                assertThat(stage.rpc("initialize")).hasSize(2);
                assertThat(stage.rpc("resources/subscribe")).hasSize(2);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @Test
    @Verifies("D-14")
    void whoeverBeginsToListenWhenTheSessionIsLostHearsOfChanges() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect()) {
            stage.front.awaitRequest(method("GET"), SOON);
            stage.front.http().forgetRequests();
            stage.front.restart();
            await().atMost(SOON).until(() -> !stage.gets().isEmpty()); // Which tells it that it is forgotten.
            try (var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
                var next = nextOf(changes);
                await().atMost(SOON).until(() -> {
                    stage.server.tell(new ServerEvent.ToolsChanged());
                    return next.isDone();
                });
                assertThat(within(next)).contains(new ServerEvent.ToolsChanged());
            }
            assertThat(stage.rpc("initialize")).hasSize(1);
        }
    }

    @Test
    @Verifies("D-14")
    void aServerThatWasDownForAWhileIsListenedToWhenItIsBack() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect();
                var changes = client.subscribe(SubscriptionFilter.toolsChanged())) {
            var next = nextOf(changes);
            stage.front.stop();
            assertThat(catchThrowable(() -> client.callTool("echo", null))).isNotNull();
            stage.front.start();
            await().atMost(SOON).until(() -> {
                stage.server.tell(new ServerEvent.ToolsChanged());
                return next.isDone();
            });
            assertThat(within(next)).contains(new ServerEvent.ToolsChanged());
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
        }
    }

    @Test
    @Verifies("D-14")
    void whoeverOnlyListensIsBroughtBackAlsoFromASessionThatIsLostBeforeAllIsRestored() throws Exception {
        var changed = new ServerEvent.ResourceUpdated("r:a");
        var held = new CountDownLatch(1);
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect();
                var changes = client.subscribe(SubscriptionFilter.resource("r:a"))) {
            var next = nextOf(changes);
            stage.front.faults().once(rpc("resources/subscribe"), (exchange, usual) -> {
                held.await();
                usual.handle(exchange);
            });
            stage.front.http().forgetRequests();
            stage.front.forgetSessions();
            stage.front.awaitRequest(rpc("resources/subscribe"), SOON);
            var second = session(stage.rpc("resources/subscribe").getFirst());
            stage.front.forgetSessions();
            await().atMost(SOON)
                    .until(() -> stage.gets().stream()
                                    .filter(get -> session(get).equals(second))
                                    .count()
                            > 1);
            held.countDown();
            await().atMost(SOON).until(() -> {
                stage.server.tell(changed);
                return next.isDone();
            });
            assertThat(within(next)).contains(changed);
            assertThat(stage.rpc("initialize")).hasSizeGreaterThan(1);
        } finally {
            held.countDown();
        }
    }

    @Test
    @Verifies({"D-12", "D-14"})
    void nothingIsSaidBetweenTwoSessions() throws Exception {
        var held = new CountDownLatch(1);
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect(
                        stage.profile().handlers(HttpStage.named("Bo").onRoots(List::of)))) {
            client.listTools();
            stage.front.forgetSessions();
            stage.front.http().forgetRequests();
            stage.front.faults().once(rpc("initialize"), (exchange, usual) -> {
                held.await();
                usual.handle(exchange);
            });
            var call = calling(client, "echo", CallOptions.usual());
            stage.front.awaitRequest(rpc("initialize"), SOON);
            client.rootsChanged();
            var other = calling(client, "ask", CallOptions.usual());
            held.countDown();
            assertThat(within(call).text()).isEqualTo("nothing");
            assertThat(within(other).text()).isEqualTo("Bo");
            assertThat(stage.posts())
                    .filteredOn(post -> !post.rpcMethod().equals("initialize"))
                    .allMatch(post -> post.has(SESSION));
        }
    }

    @Test
    @Verifies({"D-12", "D-14"})
    void closingBetweenTwoSessionsSaysNothingOutsideOfThem() throws Exception {
        var held = new CountDownLatch(1);
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var client = stage.connect();
            client.listTools();
            stage.front.forgetSessions();
            stage.front.http().forgetRequests();
            stage.front.faults().once(rpc("initialize"), (exchange, usual) -> {
                held.await();
                usual.handle(exchange);
            });
            var call = calling(client, "echo", CallOptions.usual());
            stage.front.awaitRequest(rpc("initialize"), SOON);
            client.close();
            held.countDown();
            assertThatThrownBy(() -> within(call)).hasCauseInstanceOf(McpException.class);
            assertThat(stage.posts())
                    .filteredOn(post -> !post.rpcMethod().equals("initialize"))
                    .allMatch(post -> post.has(SESSION));
        }
    }

    @Test
    @Verifies({"D-14", "D-25"})
    void aNewSessionMayHaveAnotherRevisionAndAnotherNameOrNone() {
        try (var server = ScriptedHttp.legacy()
                .on("initialize", ScriptedHttp.result(ScriptedHttp.agreed("2025-11-25"), named("first")))) {
            try (var client = McpClient.connect(
                    HttpTransport.to(server.url()), NegotiationTest.profile().build())) {
                client.ping();
                server.on("initialize", ScriptedHttp.result(ScriptedHttp.agreed("2025-06-18"), named("second")));
                forgetOnce(server);
                client.ping();
                assertThat(client.server().version().id()).isEqualTo("2025-06-18");
                assertThat(server.rpc("ping").getLast().header(SESSION)).contains("second");
                assertThat(server.rpc("ping").getLast().header(VERSION)).contains("2025-06-18");
                server.on("initialize", ScriptedHttp.result(ScriptedHttp.agreed("2025-11-25")));
                forgetOnce(server);
                client.ping();
                assertThat(server.rpc("ping").getLast().has(SESSION)).isFalse();
                assertThat(server.rpc("ping").getLast().header(VERSION)).contains("2025-11-25");
            }
            assertThat(server.requests()).noneMatch(request -> request.method().equals("DELETE"));
        }
    }

    private static Map<String, String> named(String session) {
        return Map.of("Content-Type", ScriptedHttp.JSON, SESSION, session);
    }

    private static void forgetOnce(ScriptedHttp server) {
        server.on("ping", exchange -> {
            server.on("ping", ScriptedHttp.result("{}"));
            exchange.answer(404);
        });
    }

    @Test
    @Verifies("D-14")
    void anAttemptThatFailsIsSharedByACrowdAndTheNextCallTriesAgain() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connect()) {
            client.listTools();
            stage.front.forgetSessions();
            stage.front.faults().on(rpc("initialize"), Fault.answer(500));
            var calls = IntStream.range(0, 20)
                    .mapToObj(i -> calling(client, "echo", CallOptions.usual()))
                    .toList();
            for (var call : calls) {
                assertThatThrownBy(() -> within(call)).hasCauseInstanceOf(McpException.class);
            }
            assertThat(stage.rpc("initialize").size()).isBetween(2, 20);
            stage.front.faults().clear();
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(client.state()).isInstanceOf(ConnectionState.Ready.class);
        }
    }

    @Test
    @Verifies("D-16")
    void onlyTheLastSessionIsDeleted() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            try (var client = stage.connect()) {
                client.listTools();
                stage.front.forgetSessions();
                client.callTool("echo", null);
            }
            stage.front.awaitRequest(method("DELETE"), SOON);
            assertThat(stage.requests(method("DELETE")))
                    .singleElement()
                    .satisfies(end -> assertThat(session(end))
                            .isEqualTo(session(stage.rpc("tools/call").getLast())));
        }
    }
}
