package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.GET;
import static dev.fairlead.client.HttpTrials.INITIALIZE;
import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.HttpTrials.atOnce;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.count;
import static dev.fairlead.client.HttpTrials.counting;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.time;
import static dev.fairlead.client.HttpTrials.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens when you poke it: one test for each way in which clients are known to break, over HTTP. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpPokeTableTest {
    private static final ToolAnnotations IDEMPOTENT =
            ToolAnnotations.from(Json.object().put("idempotentHint", true));
    private static final List<String> HUNDRED =
            IntStream.range(0, 100).mapToObj(i -> "text " + i).toList();

    private final ConcurrentHashMap<String, Integer> ledger = new ConcurrentHashMap<>();

    // Server restarts, session gone.

    @Test
    @Verifies("D-14")
    void aSessionThatIsGoneIsRenewedOnceForAHundredCallsWhichAllSucceed() throws Exception {
        try (var front = HttpFront.serving(server(Era.LEGACY).build());
                var client = connect(front)) {
            assertThat(echo(client, "before")).isEqualTo("before");
            front.forgetSessions();

            assertThat(atOnce(100, i -> echo(client, "text " + i))).isEqualTo(HUNDRED);
            assertThat(count(front, INITIALIZE)).isEqualTo(2);
            assertThat(front.sessions()).isEqualTo(1);
        }
    }

    @EachEra
    @Verifies("D-14")
    void aServerThatRestartsIsJoinedAgainByAHundredCallsWhichAllSucceed(Era era) throws Exception {
        var server = server(era).build();
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            assertThat(echo(client, "before")).isEqualTo("before");
            front.stop();
            assertThatThrownBy(() -> echo(client, "meanwhile")).isInstanceOf(McpException.class);
            front.start();

            assertThat(atOnce(100, i -> echo(client, "text " + i))).isEqualTo(HUNDRED);
            assertThat(count(front, INITIALIZE)).isEqualTo(era == Era.LEGACY ? 2 : 0);
            assertThat(server.complaints()).isEmpty();
        }
    }

    @Test
    @Verifies("D-14")
    void nothingIsCarriedOutTwiceBecauseASessionIsGone() throws Exception {
        var server = counting(server(Era.LEGACY), ledger, "charge", ToolAnnotations.none())
                .build();
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            client.listTools();
            front.forgetSessions();
            assertThat(atOnce(20, i -> client.callTool("charge", null).text())).doesNotHaveDuplicates();
            assertThat(ledger).containsEntry("charge", 20);
        }
    }

    // 503 with Retry-After: 1.

    @ParameterizedTest
    @CsvSource({"LEGACY, 503", "MODERN, 503", "LEGACY, 429", "MODERN, 429"})
    void aBusyServerIsWaitedForAsLongAsItAsksAndTheCallSucceeds(Era era, int status) {
        var server =
                counting(server(era), ledger, "charge", ToolAnnotations.none()).build();
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, Fault.retryAfter(status, "1"));
            var elapsed = time(
                    () -> assertThat(client.callTool("charge", null).text()).isEqualTo("charge 1"));
            assertThat(elapsed)
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1).plus(NOISE));
            assertThat(count(front, CALL)).isEqualTo(2);
        }
    }

    @EachEra
    void aBusyServerThatAsksForMoreThanTheCallMayTakeFailsItAtOnceAsNotCarriedOut(Era era) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().on(CALL, Fault.retryAfter(503, "30"));
            var elapsed = time(() -> assertThatThrownBy(() ->
                            client.callTool("echo", Map.of("text", "x"), CallOptions.within(Duration.ofSeconds(20))))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            busy -> assertThat(busy.maybeExecuted()).isFalse())
                    .hasMessageContainingAll("'S'", "HTTP 503", "30 s", "it was not carried out"));
            assertThat(elapsed).isLessThan(Duration.ofSeconds(15));
            assertThat(count(front, CALL)).isEqualTo(1);

            front.faults().clear();
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }

    @EachEra
    void aServerThatIsBusyAtTheDoorIsWaitedForToo(Era era) {
        try (var front = HttpFront.serving(server(era).build())) {
            front.faults().once(RecordedRequest.rpc("server/discover"), Fault.retryAfter(503, "1"));
            var elapsed = time(() -> {
                try (var client = connect(front)) {
                    assertThat(client.server().era()).isEqualTo(era);
                }
            });
            assertThat(elapsed)
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1).plus(NOISE));
        }
    }

    // Stream closed before the answer, resumable.

    @Test
    @Verifies({"D-21", "D-22", "D-23"})
    void aStreamThatEndsBeforeTheAnswerIsTakenUpWhereItEndedAfterThePauseThatWasAskedFor() {
        var pause = Duration.ofMillis(1200);
        var server = counting(server(Era.LEGACY), ledger, "charge", ToolAnnotations.none())
                .build();
        try (var front = HttpFront.serving(server).polling(pause);
                var client = connect(front)) {
            client.listTools();
            int before = front.requests().size();
            var elapsed = time(
                    () -> assertThat(client.callTool("charge", null).text()).isEqualTo("charge 1"));

            assertThat(elapsed).isBetween(pause, pause.plus(NOISE));
            var resumed = front.requests().subList(before, front.requests().size()).stream()
                    .filter(GET)
                    .toList();
            assertThat(resumed).hasSize(1);
            assertThat(resumed.getFirst().header("Last-Event-ID"))
                    .hasValueSatisfying(id -> assertThat(id).startsWith("post-"));
            // The server complains of whoever comes back too early.
            assertThat(server.complaints()).isEmpty();
        }
    }

    @Test
    @Verifies({"D-20", "D-21"})
    void aStreamThatIsCutBeforeTheAnswerIsTakenUpAndNothingIsCarriedOutTwice() throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var server = server(Era.LEGACY)
                .tool(tool("slow", "{}"), call -> {
                    begun.countDown();
                    mayEnd.await();
                    return CallToolResult.ofText("slow " + ledger.merge("slow", 1, Integer::sum));
                })
                .build();
        try (var front = HttpFront.serving(server).resumable().retry(Duration.ofMillis(700));
                var client = connect(front)) {
            var answer = client.async().callTool("slow", null);
            begun.await();
            front.dropStreams();
            var resumed = front.awaitRequest(
                    request -> request.header("Last-Event-ID")
                            .filter(id -> id.startsWith("post-"))
                            .isPresent(),
                    Duration.ofSeconds(30));
            assertThat(resumed.method()).isEqualTo("GET");
            mayEnd.countDown();

            assertThat(answer.get(30, TimeUnit.SECONDS).text()).isEqualTo("slow 1");
            assertThat(server.complaints()).isEmpty();
        }
    }

    // Stream closed before the answer, not resumable.

    @EachEra
    @Verifies({"D-24", "D-44"})
    void aStreamThatEndsForGoodBeforeTheAnswerFailsTheCallAtOnceAsOfUnknownOutcome(Era era) {
        var server =
                counting(server(era), ledger, "charge", ToolAnnotations.none()).build();
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            client.listTools();
            front.faults().on(CALL, EventFaults.closeEarly());
            var elapsed = time(() -> assertThatThrownBy(() -> client.callTool("charge", null))
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            lost -> assertThat(lost.maybeExecuted()).isTrue())
                    .hasMessageContainingAll("tools/call", "'S'", "whether it was carried out is unknown"));
            assertThat(elapsed).isLessThan(NOISE);
            assertThat(ledger).containsEntry("charge", 1);

            front.faults().clear();
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }

    @EachEra
    @Verifies("D-44")
    void aToolThatIsSafeToRepeatIsCalledAgainUnderAnotherIdWhereTheStreamEndsForGood(Era era) {
        var server = counting(server(era), ledger, "look", ToolAnnotations.readingOnly());
        counting(server, ledger, "set", IDEMPOTENT);
        counting(server, ledger, "charge", ToolAnnotations.none());
        try (var front = HttpFront.serving(server.build());
                var client = connect(front)) {
            client.listTools();
            for (var tool : List.of("look", "set")) {
                front.faults().once(CALL, EventFaults.closeEarly());
                assertThat(client.callTool(tool, null).text()).isEqualTo(tool + " 2");
            }
            front.faults().once(CALL, EventFaults.closeEarly());
            assertThatThrownBy(() -> client.callTool("charge", null)).isInstanceOf(ConnectionLostException.class);

            assertThat(ledger).containsOnly(Map.entry("look", 2), Map.entry("set", 2), Map.entry("charge", 1));
            assertThat(front.requests().stream().filter(CALL).map(RecordedRequest::rpcId))
                    .hasSize(5)
                    .doesNotHaveDuplicates();
        }
    }

    @EachEra
    void aToolThatIsSafeToRepeatIsRepeatedOnlyOnce(Era era) {
        var server = counting(server(era), ledger, "look", ToolAnnotations.readingOnly())
                .build();
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            client.listTools();
            front.faults().on(CALL, EventFaults.closeEarly());
            assertThatThrownBy(() -> client.callTool("look", null)).isInstanceOf(ConnectionLostException.class);
            assertThat(ledger).containsEntry("look", 2);
        }
    }

    // 401 with resource_metadata.

    @EachEra
    void aDemandForAuthorizationNamesWhereItIsGranted(Era era) {
        var metadata = "https://auth.example/.well-known/oauth-protected-resource/mcp";
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults()
                    .on(
                            CALL,
                            Fault.unauthorized("Bearer resource_metadata=\"" + metadata + "\", scope=\"files:read\""));
            var refused = catchThrowableOfType(AuthorizationException.class, () -> echo(client, "x"));
            assertThat(refused.challenge().resourceMetadata()).contains(metadata);
            assertThat(refused.challenge().scope()).contains("files:read");
            assertThat(refused.maybeExecuted()).isFalse();
            assertThat(refused).hasMessageContainingAll("'S'", "demands authorization", "HTTP 401", metadata);

            front.faults().clear();
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }

    @Test
    void aDemandForAuthorizationAtTheDoorIsWhatConnectingFailsWith() {
        try (var front = HttpFront.serving(server(Era.MODERN).build())) {
            front.faults().on(request -> true, Fault.unauthorized("Bearer resource_metadata=\"https://a.example/x\""));
            var refused = catchThrowableOfType(AuthorizationException.class, () -> connect(front));
            assertThat(refused.challenge().resourceMetadata()).contains("https://a.example/x");
            // Asking in other ways would find the same door closed.
            assertThat(front.requests()).hasSize(1);
        }
    }

    // 400 with -32022 and a list of versions.

    @Test
    void aServerThatNamesItsVersionsIsSpokenToInTheBestCommonOne() {
        var server = FakeServer.named("old")
                .versions(ProtocolVersion.V2025_06_18, ProtocolVersion.V2025_03_26)
                .build();
        try (var front = HttpFront.serving(server)) {
            front.faults()
                    .on(RecordedRequest.rpc("server/discover"), unsupported("2025-03-26", "2025-06-18", "1999-01-01"));
            try (var client = connect(front)) {
                assertThat(client.server().version()).isEqualTo(ProtocolVersion.V2025_06_18);
                assertThat(front.requests().stream()
                                .filter(INITIALIZE)
                                .map(request -> request.json()
                                        .at("/params/protocolVersion")
                                        .asString()))
                        .containsExactly("2025-06-18");
            }
        }
    }

    @Test
    void aServerWithNoVersionInCommonIsGivenUpWithBothListsNamed() {
        try (var front = HttpFront.serving(server(Era.MODERN).build())) {
            front.faults().on(request -> true, unsupported("2099-01-01"));
            assertThatThrownBy(() -> connect(front))
                    .isInstanceOf(VersionException.class)
                    .hasMessageContainingAll("2099-01-01", "2026-07-28");
            assertThat(front.requests()).hasSize(1);
        }
    }

    @Test
    void aCallThatIsRefusedForItsVersionAlthoughTheListHasItIsMadeAgain() {
        try (var front = HttpFront.serving(server(Era.MODERN).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, unsupported("2026-07-28"));
            assertThat(echo(client, "x")).isEqualTo("x");
            assertThat(count(front, CALL)).isEqualTo(2);
        }
    }

    private static Fault unsupported(String... versions) {
        var data = Json.object();
        for (var version : versions) {
            data.withArray("supported").add(version);
        }
        return (exchange, usual) -> exchange.answer(
                400,
                Map.of("Content-Type", "application/json"),
                "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32022,\"message\":\"no such version\",\"data\":%s}}"
                        .formatted(exchange.request().rpcId(), data));
    }

    // URL with a path and a query.

    @EachEra
    void aUrlWithAPathAndAQueryIsUsedExactlyAsGiven(Era era) {
        var target = "/a/b%20c/v2;x=1/mcp/?tenant=a%20b&key=c%2Fd&empty=&flag&u=%C3%BC&plus=a+b";
        try (var front = HttpFront.serving(server(era).build()).getStream(false);
                var rewriting = HttpForwarder.to(request -> front.url())) {
            try (var client = connect(rewriting.origin() + target)) {
                assertThat(echo(client, "x")).isEqualTo("x");
            }
            assertThat(rewriting.requests())
                    .hasSizeGreaterThan(2)
                    .allSatisfy(request -> assertThat(request.target()).isEqualTo(target));
        }
    }
}
