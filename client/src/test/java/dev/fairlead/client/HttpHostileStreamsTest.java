package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.INITIALIZE;
import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.HttpTrials.atOnce;
import static dev.fairlead.client.HttpTrials.charge;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.count;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.hostile;
import static dev.fairlead.client.HttpTrials.ledger;
import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.time;
import static dev.fairlead.client.HttpTrials.to;
import static dev.fairlead.client.HttpTrials.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Odd streams, lost sessions, hostile headers: what a client must survive from a server on HTTP. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpHostileStreamsTest {

    // Streams of events.

    @EachEra
    @Verifies({"D-4", "D-7"})
    void unusualButLegalEventsAreReadByTheStandard(Era era) throws Exception {
        try (var stage = hostile(era, "sse-noise");
                var client = connect(stage)) {
            assertThat(atOnce(20, i -> charge(client, "k" + i)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 20).mapToObj(i -> "k" + i + " 1").toList());
            assertThat(client.violations()).isEmpty();
        }
    }

    @EachEra
    @Verifies("A-8")
    void textThatIsCutInsideItsCharactersArrivesWhole(Era era) {
        try (var stage = hostile(era, "split-utf8");
                var client = connect(stage)) {
            assertThat(client.callTool("echo", null).text()).isEqualTo("grüße 🐳 日本語 e\u0301");
        }
    }

    @EachEra
    @Verifies({"D-45", "I-13"})
    void keepAlivesProlongTheSilenceThatIsSufferedButNotTheWhole(Era era) {
        var total = Duration.ofMillis(3500);
        var limits = Limits.within(total).withIdle(Duration.ofMillis(1500));
        try (var stage = hostile(era, "sse-comments-forever", "--ms", "20");
                var client = connect(stage)) {
            ledger(client);
            var elapsed = time(() -> assertThatThrownBy(() -> client.callTool(
                            "charge", Map.of("key", "k"), CallOptions.usual().withLimits(limits)))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("none within 3.5 s"));
            assertThat(elapsed).isBetween(total, total.plus(NOISE));
            assertThat(ledger(client)).isEqualTo("{}");
        }
    }

    @EachEra
    void aStreamThatEndsWithoutAResponseFailsItsCallAtOnceAndRepeatsNothing(Era era) {
        try (var stage = hostile(era, "sse-close-early");
                var client = connect(stage)) {
            ledger(client);
            var elapsed = time(() -> assertThatThrownBy(() -> charge(client, "k"))
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            lost -> assertThat(lost.maybeExecuted()).isTrue()));
            assertThat(elapsed).isLessThan(NOISE);
            assertThat(stage.charged("k")).isEqualTo(1);
            assertThat(ledger(client)).isEqualTo("{\"k\":1}");
        }
    }

    @EachEra
    void aStreamThatEndsBeforeItSaidAnythingIsNoSuccess(Era era) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().once(CALL, EventFaults.closeUnexecuted());
            assertThatThrownBy(() -> echo(client, "x")).isInstanceOf(ConnectionLostException.class);
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }

    @EachEra
    void aResponseToSomebodyElseOnTheStreamIsIgnoredAndReachesNobody(Era era) throws Exception {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front)) {
            client.listTools();
            front.faults().on(CALL, EventFaults.preceding(HttpHostileStreamsTest::neighbours));
            assertThat(atOnce(100, i -> echo(client, "text " + i)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 100).mapToObj(i -> "text " + i).toList());
            assertThat(client.violations()).containsKey(Violation.Kind.STRAY_RESPONSE);
        }
    }

    private static List<String> neighbours(RecordedRequest request) {
        long id = request.json().path("id").asLong(0);
        return IntStream.rangeClosed(-5, 5)
                .filter(step -> step != 0)
                .mapToObj(
                        step -> "{\"jsonrpc\":\"2.0\",\"id\":" + (id + step)
                                + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"FOREIGN\"}]}}")
                .toList();
    }

    // Sessions.

    @Test
    @Verifies("D-14")
    void aSessionThatExpiresDuringAHundredCallsIsRenewedOnceAndAllSucceed() throws Exception {
        try (var stage = HostileHttp.mode("session-404");
                var client = connect(stage)) {
            ledger(client);
            assertThat(atOnce(100, i -> charge(client, "k" + i)))
                    .containsExactlyElementsOf(IntStream.range(0, 100)
                            .mapToObj(i -> "k" + i + " 1")
                            .toList());
            assertThat(count(stage.front(), INITIALIZE)).isEqualTo(2);
            assertThat(stage.ledger().values()).hasSize(100).allMatch(times -> times == 1);
        }
    }

    @Test
    void aSessionThatIsForgottenEachTimeIsTriedTwiceForACall() {
        try (var stage = HostileHttp.mode("session-404", "--always", "1");
                var client = connect(stage)) {
            ledger(client);
            long before = count(stage.front(), CALL);
            assertThatThrownBy(() -> charge(client, "k"))
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            gone -> assertThat(gone.status()).isEqualTo(404));
            assertThat(count(stage.front(), CALL) - before).isEqualTo(2);
            assertThat(count(stage.front(), INITIALIZE)).isEqualTo(2);
            assertThat(ledger(client)).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    @Verifies("D-12")
    void aSessionIdThatCannotBeSentBackIsRefusedAndNeverSent(int way) {
        try (var stage = HostileHttp.mode("session-evil", "--v", "" + way)) {
            var failure = catchThrowableOfType(
                    McpException.class,
                    () -> connect(to(stage.url()).withStrategy(HttpStrategy.HTTP_ONLY))
                            .close());
            assertThat(failure).isNotNull();
            assertThat(failure.getMessage())
                    .contains("'S'")
                    .doesNotContain("evil", "Injected", "xxxx", "two words", "code\u0001");
            var sent = stage.front().requests().stream()
                    .map(request -> request.header("Mcp-Session-Id").orElse(""))
                    .toList();
            assertThat(sent.stream().filter(id -> !id.matches("[!-~]{0,8192}")).map(String::length))
                    .isEmpty();
            assertThat(stage.front().requests()).noneMatch(request -> request.has("X-Injected"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSE_ONLY", "SSE_FIRST"})
    @Verifies("E-2")
    void anAddressToPostToAtAnotherServerIsRefusedAndItSeesNothing(HttpStrategy strategy) {
        try (var stage = HostileHttp.mode("sse-endpoint-evil")) {
            for (var to : List.of(
                    stage.canaryOrigin() + "/steal", "//" + stage.canaryOrigin().substring(7) + "/steal")) {
                stage.front().endpoint(to);
                assertThatThrownBy(() -> connect(
                                to(stage.url()).withStrategy(strategy).withHeader("Authorization", "Bearer secret")))
                        .isInstanceOf(McpException.class)
                        .satisfies(failure -> assertThat(texts(failure)).contains("another origin"));
            }
            assertThat(stage.canary()).isEmpty();
        }
    }

    private static String texts(Throwable failure) {
        var all = new StringBuilder(failure.toString());
        for (var other : failure.getSuppressed()) {
            all.append('\n').append(texts(other));
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "javascript:alert(1)", "", "http://", "ftp://127.0.0.1/"})
    void anAddressToPostToThatIsNoneIsRefusedInTime(String address) {
        var limit = Duration.ofSeconds(2);
        try (var stage = HostileHttp.mode("sse-endpoint-evil", "--to", address)) {
            var elapsed = time(() -> assertThatThrownBy(() -> McpClient.connect(
                                    to(stage.url()).withStrategy(HttpStrategy.SSE_ONLY),
                                    profile().connectTimeout(limit).build())
                            .close())
                    .isInstanceOf(McpException.class));
            assertThat(elapsed).isLessThan(limit.plus(NOISE));
        }
    }

    // Work without end.

    @Test
    void aTaskThatIsNeverDoneIsAskedAboutTwiceASecondAtMostAndCancelled() {
        try (var stage = hostile(Era.LEGACY, "task-forever");
                var client = connect(stage)) {
            var limit = Duration.ofSeconds(3);
            var elapsed = time(() -> assertThatThrownBy(() -> client.callTool("echo", null, CallOptions.within(limit)))
                    .isInstanceOf(CallTimeoutException.class));
            // The server wishes to be asked every millisecond.
            assertThat(count(stage.front(), RecordedRequest.rpc("tasks/get")))
                    .isBetween(1L, elapsed.toMillis() / 500 + 1);
            await().until(() -> count(stage.front(), RecordedRequest.rpc("tasks/cancel")) == 1);
        }
    }

    // Header values.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "two words",
                "",
                "eu\r\nX-Injected: yes",
                "a\nb",
                "a\tb",
                " padded ",
                "grüße",
                "日本語",
                "🐳",
                "\u0000",
                "\u007f",
                "=?base64?cGxhaW4=?=",
                "=?BASE64?cGxhaW4=?="
            })
    @Verifies({"D-34", "D-36", "D-37"})
    void anArgumentInAHeaderArrivesAsItIsAndInjectsNothing(String region) {
        try (var stage = hostile(Era.MODERN, "ok");
                var client = connect(stage)) {
            assertThat(client.callTool("located", Map.of("region", region)).text())
                    .isEqualTo(region);
            var call = stage.front().requests().stream().filter(CALL).toList().getLast();
            var header = call.header("Mcp-Param-Region").orElseThrow();
            assertThat(header).matches("[ -~]*");
            var sent = header.startsWith("=?base64?") && header.endsWith("?=")
                    ? new String(
                            Base64.getDecoder().decode(header.substring(9, header.length() - 2)),
                            StandardCharsets.UTF_8)
                    : header;
            assertThat(sent).isEqualTo(region);
            assertThat(call.has("X-Injected")).isFalse();
            assertThat(stage.server().complaints()).isEmpty();
        }
    }

    @Test
    @Verifies({"D-36", "D-37"})
    void anIntegerInAHeaderThatNotEveryoneReadsAlikeIsRefusedUnsent() {
        var server = server(Era.MODERN)
                .tool(
                        tool("count", "{\"n\":{\"type\":\"integer\",\"x-mcp-header\":\"N\"}}"),
                        call -> CallToolResult.ofText(call.arguments().path("n").toString()))
                .build();
        var largest = (1L << 53) - 1;
        try (var front = HttpFront.serving(server);
                var client = connect(front)) {
            for (var fits : List.of(0L, -largest, largest)) {
                assertThat(client.callTool("count", Map.of("n", fits)).text()).isEqualTo("" + fits);
                assertThat(front.requests().getLast().header("Mcp-Param-N")).contains("" + fits);
            }
            long before = count(front, CALL);
            for (Number not : List.of(largest + 2, -largest - 2, BigInteger.TEN.pow(400))) {
                assertThatThrownBy(() -> client.callTool("count", Map.of("n", not)))
                        .isInstanceOf(InvalidArgumentsException.class)
                        .hasMessageContaining("Mcp-Param-N");
            }
            assertThat(count(front, CALL)).isEqualTo(before);
            assertThat(server.complaints()).isEmpty();
        }
    }
}
