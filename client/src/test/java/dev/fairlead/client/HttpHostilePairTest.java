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
import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.time;
import static dev.fairlead.client.HttpTrials.to;
import static dev.fairlead.client.HttpTrials.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.wire.http.HttpStrategy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client must survive from a server of the oldest kind, with one stream to hear and an address to post to. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpHostilePairTest {
    private static final Duration LIMIT = Duration.ofMillis(900);

    private final ConcurrentHashMap<String, Integer> ledger = new ConcurrentHashMap<>();

    private static McpClient open(HttpFront front) {
        return connect(to(front.sseUrl()).withStrategy(HttpStrategy.SSE_ONLY));
    }

    @Test
    @Verifies("E-5")
    void aStreamThatBreaksDuringACallLeavesItsOutcomeUnknownAndTheNextCallWorks() throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var server = server(Era.LEGACY)
                .tool(tool("slow", "{}"), call -> {
                    begun.countDown();
                    mayEnd.await();
                    return CallToolResult.ofText("slow " + ledger.merge("slow", 1, Integer::sum));
                })
                .build();
        try (var front = HttpFront.serving(server);
                var client = open(front)) {
            var answer = client.async().callTool("slow", null);
            begun.await();
            front.dropStreams();
            assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            McpException.class,
                            lost -> assertThat(lost.maybeExecuted()).isTrue());
            mayEnd.countDown();
            assertThat(echo(client, "next")).isEqualTo("next");
            assertThat(ledger.getOrDefault("slow", 0)).isLessThanOrEqualTo(1);
            assertThat(count(front, CALL)).isEqualTo(2);
        }
    }

    @Test
    @Verifies("E-5")
    void aServerThatRestartsIsJoinedAgainByOneInitializeAndAHundredCallsAllSucceed() throws Exception {
        try (var front = HttpFront.serving(server(Era.LEGACY).build());
                var client = open(front)) {
            assertThat(echo(client, "before")).isEqualTo("before");
            front.stop();
            assertThatThrownBy(() -> echo(client, "meanwhile")).isInstanceOf(McpException.class);
            front.start();
            assertThat(atOnce(100, i -> echo(client, "text " + i)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 100).mapToObj(i -> "text " + i).toList());
            assertThat(count(front, INITIALIZE)).isEqualTo(2);
        }
    }

    static Map<String, Fault> refusals() {
        var faults = new TreeMap<String, Fault>();
        for (int status : new int[] {400, 404, 500, 503}) {
            faults.put("status " + status, Fault.answer(status));
        }
        faults.put("challenge", Fault.unauthorized("Bearer"));
        faults.put("redirect", Fault.redirect(307, "http://127.0.0.2:9/steal"));
        faults.put("reset", Fault.reset());
        faults.put("hang up", Fault.hangUp());
        return faults;
    }

    static Set<String> refusalNames() {
        return refusals().keySet();
    }

    @ParameterizedTest
    @MethodSource("refusalNames")
    void aMessageThatIsNotTakenFailsItsCallAndTheNextWorks(String fault) {
        var server = counting(server(Era.LEGACY), ledger, "charge", ToolAnnotations.none())
                .build();
        try (var front = HttpFront.serving(server);
                var client = open(front)) {
            client.listTools();
            front.faults().once(CALL, refusals().get(fault));
            var elapsed = time(() -> {
                try {
                    assertThat(client.callTool("charge", null).text()).isEqualTo("charge 1");
                } catch (McpException refused) {
                    assertThat(refused).hasMessageContainingAll("tools/call", "'S'");
                }
            });
            assertThat(elapsed).isLessThan(NOISE);
            assertThat(echo(client, "next")).isEqualTo("next");
            assertThat(ledger.getOrDefault("charge", 0)).isLessThanOrEqualTo(1);
        }
    }

    @Test
    @Verifies("I-13")
    void aMessageWhoseTakingStallsIsGivenUpAtTheLimitOfItsCallAndHoldsBackNoOther() {
        try (var front = HttpFront.serving(server(Era.LEGACY).build());
                var client = open(front)) {
            client.listTools();
            front.faults().once(CALL, Fault.stall());
            var elapsed = time(() -> assertThatThrownBy(
                            () -> client.callTool("echo", Map.of("text", "x"), CallOptions.within(LIMIT)))
                    .isInstanceOf(CallTimeoutException.class));
            assertThat(elapsed).isBetween(LIMIT, LIMIT.plus(NOISE));
            assertThat(echo(client, "next")).isEqualTo("next");
        }
    }

    static Map<String, Fault> openings() {
        var faults = new TreeMap<String, Fault>();
        for (int status : new int[] {404, 405, 500, 503}) {
            faults.put("status " + status, Fault.answer(status));
        }
        faults.put("empty", Fault.empty(200));
        faults.put("stall", Fault.stall());
        faults.put("stall after the head", Fault.stallBody(0));
        faults.put("stall in the body", Fault.stallBody(9));
        faults.put("reset", Fault.reset());
        faults.put("cut", Fault.cutBody(9));
        faults.put("end", EventFaults.closeUnexecuted());
        faults.put("comments", EventFaults.commentsForever(Duration.ofMillis(20)));
        faults.put("half an event", EventFaults.stallMidEvent());
        faults.put("endless event", EventFaults.endlessEvent(new AtomicLong()));
        return faults;
    }

    static Set<String> openingNames() {
        return openings().keySet();
    }

    @ParameterizedTest
    @MethodSource("openingNames")
    void aStreamThatDoesNotBeginAsItShouldIsGivenUpByTheLimitForConnecting(String fault) {
        var settings = profile().connectTimeout(LIMIT).build();
        try (var front = HttpFront.serving(server(Era.LEGACY).build())) {
            front.faults().on(GET, openings().get(fault));
            var elapsed = time(() -> assertThatThrownBy(
                            () -> McpClient.connect(to(front.sseUrl()).withStrategy(HttpStrategy.SSE_ONLY), settings)
                                    .close())
                    .isInstanceOf(McpException.class)
                    .hasMessageContaining("'S'"));
            assertThat(elapsed).isLessThan(LIMIT.plus(NOISE));
            await().atMost(Duration.ofSeconds(20)).until(() -> front.openConnections() == 0);
        }
    }
}
