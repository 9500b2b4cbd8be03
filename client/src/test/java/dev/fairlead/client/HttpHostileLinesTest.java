package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.HttpTrials.atOnce;
import static dev.fairlead.client.HttpTrials.charge;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.count;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.hostile;
import static dev.fairlead.client.HttpTrials.ledger;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.time;
import static dev.fairlead.client.HttpTrials.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.TcpFaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines that break, stall, drip or were left long ago: what a client must survive from a network. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpHostileLinesTest {
    private static final Duration LIMIT = Duration.ofMillis(800);
    private static final CallOptions SHORT = CallOptions.within(LIMIT);

    // Truncated bodies and resets.

    static Stream<Arguments> breaks() {
        var modes = List.of(
                List.of("http-truncate", "--v", "0"),
                List.of("http-truncate", "--v", "1"),
                List.of("http-truncate", "--v", "2"),
                List.of("http-reset", "--when", "before"),
                List.of("http-reset", "--when", "mid"),
                List.of("http-reset", "--when", "after"),
                List.of("http-exec-then-drop"));
        return Stream.of(Era.values()).flatMap(era -> modes.stream().map(mode -> Arguments.of(era, mode)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("breaks")
    void aLineThatBreaksDuringACallLeavesItsOutcomeUnknownAndIsNotUsedAgain(Era era, List<String> mode) {
        var options = mode.subList(1, mode.size()).toArray(String[]::new);
        try (var stage = hostile(era, mode.getFirst(), options);
                var client = connect(stage)) {
            ledger(client);
            var elapsed = time(() -> assertThatThrownBy(() -> charge(client, "k"))
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            lost -> assertThat(lost.maybeExecuted()).isTrue())
                    .hasMessageContainingAll("tools/call", "'S'", "whether it was carried out is unknown")
                    .satisfies(lost -> {
                        if (mode.getFirst().equals("http-truncate")) {
                            assertThat(lost).hasMessageContaining("the response ended early");
                        }
                    }));
            assertThat(elapsed).isLessThan(NOISE);
            assertThat(stage.charged("k")).isLessThanOrEqualTo(1);

            assertThat(ledger(client)).startsWith("{");
            var calls = stage.front().requests().stream().filter(CALL).toList();
            assertThat(calls).hasSize(3);
            assertThat(calls.get(2).connection()).isNotEqualTo(calls.get(1).connection());
        }
    }

    @EachEra
    void aLineThatIsResetBeforeTheRequestIsReadLeavesItsOutcomeUnknown(Era era) {
        try (var stage = hostile(era, "ok");
                var client = connect(stage)) {
            ledger(client);
            stage.front().faults().once(RecordedRequest.method("POST"), Fault.RESET_UNREAD);
            assertThatThrownBy(() -> charge(client, "k"))
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            lost -> assertThat(lost.maybeExecuted()).isTrue());
            assertThat(charge(client, "other")).isEqualTo("other 1");
            assertThat(stage.charged("k")).isZero();
        }
    }

    // Stalls and half-open peers, one byte at a time.

    static Stream<Arguments> stalls() {
        var modes = List.of(
                List.of("http-stall", "--when", "before"),
                List.of("http-stall", "--when", "after"),
                List.of("http-stall", "--when", "body"),
                List.of("http-stall", "--when", "mid"),
                List.of("http-stall", "--when", "event"),
                List.of("http-blackhole"),
                List.of("http-drip", "--ms", "100"),
                List.of("http-drip", "--ms", "1000"));
        return Stream.of(Era.values()).flatMap(era -> modes.stream().map(mode -> Arguments.of(era, mode)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("stalls")
    @Verifies({"D-43", "I-9", "I-13"})
    void aCallEndsAtItsLimitWhateverStallsAndTheServerLearnsOfIt(Era era, List<String> mode) {
        var options = mode.subList(1, mode.size()).toArray(String[]::new);
        boolean hole = mode.getFirst().equals("http-blackhole");
        try (var stage = hostile(era, mode.getFirst(), options);
                var client = connect(stage)) {
            ledger(client);
            var elapsed = time(() -> assertThatThrownBy(() -> client.callTool("charge", Map.of("key", "k"), SHORT))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContainingAll("'S'", "tools/call charge"));
            assertThat(elapsed).isBetween(LIMIT, LIMIT.plus(NOISE));
            assertThat(stage.charged("k")).isLessThanOrEqualTo(1);
            if (hole) {
                stage.proxy().blackhole(false);
                return; // Whatever was swallowed stays lost, and so do these connections.
            }
            assertThat(ledger(client)).startsWith("{");
            long told = count(stage.front(), RecordedRequest.rpc("notifications/cancelled"));
            if (era == Era.LEGACY) {
                await().until(() -> count(stage.front(), RecordedRequest.rpc("notifications/cancelled")) == 1);
            } else {
                assertThat(told).isZero();
            }
        }
    }

    @EachEra
    void afterABlackHoleTheNextCallIsMadeOnANewLine(Era era) {
        try (var stage = hostile(era, "http-blackhole", "--times", "1");
                var client = connect(stage)) {
            ledger(client);
            assertThatThrownBy(() -> client.callTool("charge", Map.of("key", "k"), SHORT))
                    .isInstanceOf(CallTimeoutException.class);
            stage.proxy().blackhole(false);
            assertThat(ledger(client)).startsWith("{");
        }
    }

    @EachEra
    void aCallThatIsGivenUpLeavesItsLine(Era era) throws Exception {
        var gone = new CountDownLatch(1);
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, (exchange, usual) -> {
                exchange.awaitGone();
                gone.countDown();
            });
            assertThatThrownBy(() -> client.callTool("echo", Map.of("text", "x"), SHORT))
                    .isInstanceOf(CallTimeoutException.class);
            assertThat(gone.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"LEGACY, before", "LEGACY, event", "MODERN, before", "MODERN, event"})
    void closingEndsAHundredCallsThatStallWithinFiveSeconds(Era era, String when) throws Exception {
        try (var stage = hostile(era, "http-stall", "--when", when);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var client = connect(stage);
            ledger(client);
            var calls = IntStream.range(0, 100)
                    .mapToObj(i -> threads.submit(() -> charge(client, "k" + i)))
                    .toList();
            await().until(() -> count(stage.front(), CALL) == 101);
            assertThat(time(client::close)).isLessThan(Duration.ofSeconds(10));
            for (var call : calls) {
                assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                        .cause()
                        .isInstanceOf(ClientClosedException.class);
            }
            assertThat(stage.ledger().values()).allMatch(times -> times == 1);
        }
    }

    // Stale connections.

    @EachEra
    void lettersToALineThatTheServerHasLeftAreNeverLost(Era era) {
        try (var stage = hostile(era, "http-stale-conn")) {
            stage.front().getStream(false);
            try (var client = connect(stage)) {
                ledger(client);
                for (int i = 0; i < 1000; i++) {
                    assertThat(charge(client, "k" + i)).isEqualTo("k" + i + " 1");
                    await().pollInterval(Duration.ofMillis(1))
                            .pollDelay(Duration.ZERO)
                            .until(() -> stage.front().openConnections() == 0);
                }
                assertThat(stage.ledger())
                        .hasSize(1000)
                        .allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
            }
        }
    }

    @EachEra
    void aLineThatTheServerLeavesWhenItIsUsedAgainLeavesTheOutcomeUnknownAndRepeatsNothing(Era era) {
        try (var stage = hostile(era, "http-stale-conn", "--when", "reuse")) {
            stage.front().getStream(false);
            try (var client = connect(stage)) {
                ledger(client);
                int unknown = 0;
                for (int i = 0; i < 50; i++) {
                    try {
                        assertThat(charge(client, "k" + i)).isEqualTo("k" + i + " 1");
                    } catch (ConnectionLostException lost) {
                        assertThat(lost.maybeExecuted()).isTrue();
                        unknown++;
                    }
                }
                assertThat(unknown).isBetween(1, 25);
                assertThat(stage.ledger().values()).allMatch(times -> times == 1);
            }
        }
    }

    @EachEra
    void aHundredKeptLinesThatAreAllLeftDoNotMakeTheServerUnavailable(Era era) throws Exception {
        var all = new CountDownLatch(100);
        var server = server(era)
                .tool(tool("meet", "{}"), call -> {
                    all.countDown();
                    all.await();
                    return CallToolResult.ofText("met");
                })
                .build();
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            assertThat(atOnce(100, i -> client.callTool("meet", null).text())).containsOnly("met");
            front.http().cutConnections();
            await().until(() -> {
                try {
                    return echo(client, "x").equals("x");
                } catch (ConnectionLostException late) {
                    return false; // The end of that line was still under way.
                }
            });
        }
    }

    // TCP faults before a real server.

    static Stream<Arguments> toxics() {
        var toxics = Map.<String, Consumer<TcpFaultProxy>>of(
                "latency", proxy -> proxy.latency(Duration.ofMillis(30)),
                "slices", proxy -> proxy.slice(3),
                "limit", proxy -> proxy.limit(900),
                "reset", proxy -> proxy.resetAnswers(true),
                "blackhole", proxy -> proxy.blackhole(true),
                "corrupt", proxy -> proxy.corrupt(400),
                "half closed", TcpFaultProxy::halfClose,
                "refuse", TcpFaultProxy::refuse);
        return Stream.of(Era.values())
                .flatMap(era ->
                        toxics.keySet().stream().sorted().map(name -> Arguments.of(era, name, toxics.get(name))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("toxics")
    void onAnUnreliableLineEveryCallHasOneOutcomeInTimeAndNothingIsDoneTwice(
            Era era, String name, Consumer<TcpFaultProxy> toxic) throws Exception {
        boolean mayAlter = name.equals("corrupt");
        try (var stage = hostile(era, "ok");
                var client = connect(stage.proxy().through(stage.url()))) {
            ledger(client);
            toxic.accept(stage.proxy());
            var elapsed = time(() -> {
                try {
                    var outcomes = atOnce(100, i -> outcome(client, "k" + i));
                    if (!mayAlter) {
                        assertThat(outcomes).allMatch(outcome -> outcome.equals("failed") || outcome.endsWith(" 1"));
                    }
                    if (name.equals("latency") || name.equals("slices")) {
                        assertThat(outcomes).doesNotContain("failed");
                    }
                } catch (Exception broken) {
                    throw new AssertionError(broken);
                }
            });
            assertThat(elapsed).isLessThan(Duration.ofSeconds(5).plus(NOISE));
            assertThat(stage.ledger().values()).allMatch(times -> times == 1);

            // A call that meets nobody finds out which lines are dead; how soon they die, only the machine knows.
            stage.proxy().clear();
            stage.proxy().refuse();
            stage.proxy().reset();
            assertThatThrownBy(() -> ledger(client)).isInstanceOf(McpException.class);
            stage.proxy().accept();
            assertThat(ledger(client)).startsWith("{");
        }
    }

    private static String outcome(McpClient client, String key) {
        try {
            var text = client.callTool("charge", Map.of("key", key), CallOptions.within(Duration.ofSeconds(5)))
                    .text();
            return text.startsWith(key + " ") ? text : "misdelivered " + text;
        } catch (McpException failed) {
            return "failed";
        }
    }

    @Test
    void aServerThatComesBackIsMetByTheNextCall() {
        for (var era : Era.values()) {
            try (var front = HttpFront.serving(server(era).build());
                    var client = connect(front)) {
                assertThat(echo(client, "before")).isEqualTo("before");
                front.stop();
                assertThatThrownBy(() -> echo(client, "meanwhile")).isInstanceOf(McpException.class);
                front.start();
                assertThat(echo(client, "after")).isEqualTo("after");
            }
        }
    }
}
