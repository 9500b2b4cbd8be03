package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.GET;
import static dev.fairlead.client.HttpTrials.INITIALIZE;
import static dev.fairlead.client.HttpTrials.count;
import static dev.fairlead.client.HttpTrials.hostile;
import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.to;
import static dev.fairlead.client.Punctuality.CLOSING;
import static dev.fairlead.client.Punctuality.LIMIT;
import static dev.fairlead.client.Punctuality.SHORT;
import static dev.fairlead.client.Punctuality.opened;
import static dev.fairlead.client.Punctuality.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server does, and whenever it does it, everything ends by its limit: calls, lists, connecting, closing. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Verifies("I-13")
@Tag("thorough")
class HttpDeadlinesTest {
    /** What the faults make others wait. */
    private static final Duration FAR_TOO_LONG = Duration.ofMinutes(1);

    /** Everything that can be done to the answer to one request. */
    static Map<String, Fault> faults() {
        var faults = new LinkedHashMap<String, Fault>();
        for (int status : new int[] {202, 204, 301, 400, 401, 404, 405, 429, 500, 503}) {
            faults.put("status " + status, Fault.answer(status));
        }
        faults.put("delay", Fault.delay(FAR_TOO_LONG));
        faults.put("delay of the body", Fault.delayBody(FAR_TOO_LONG));
        faults.put("drip", Fault.drip(Duration.ofMillis(200)));
        faults.put("stall", Fault.stall());
        faults.put("stall after executing", Fault.stallAfterExecuting());
        faults.put("stall in the body", Fault.stallBody(5));
        faults.put("stall in an event", EventFaults.stallMidEvent());
        faults.put("comments", EventFaults.commentsForever(Duration.ofMillis(20)));
        faults.put("stream ends", EventFaults.closeEarly());
        faults.put("endless JSON", EventFaults.endlessJson(new AtomicLong()));
        faults.put("endless event", EventFaults.endlessEvent(new AtomicLong()));
        faults.put("bomb", Fault.gzipBomb(32 << 20));
        faults.put("header flood", Fault.headerFlood(5000, 100));
        faults.put("1xx flood", Fault.informational(50_000));
        faults.put("chunks", Fault.brokenChunks(2));
        faults.put("reset", Fault.reset());
        faults.put("reset after executing", Fault.resetAfterExecuting());
        faults.put("hang up", Fault.hangUp());
        faults.put("cut", Fault.cutBody(5));
        faults.put("come back later", Fault.retryAfter(503, "60"));
        faults.put("come back at once", Fault.retryAfter(503, "0"));
        faults.put("elsewhere", Fault.redirect(307, "http://127.0.0.2:9/"));
        faults.put("in circles", Fault.redirect(307, "/mcp"));
        faults.put("a page", Fault.answer(200, Map.of("Content-Type", "text/html"), "<html>"));
        return faults;
    }

    @AfterAll
    static void report() {
        System.out.println(Punctuality.report());
    }

    static Stream<Arguments> cases() {
        return Stream.of(Era.values())
                .flatMap(era -> faults().keySet().stream().map(fault -> Arguments.of(era, fault)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cases")
    void everythingEndsByItsLimitWhateverGoesWrong(Era era, String fault) throws Exception {
        together(List.of(
                () -> called(era, faults().get(fault)),
                () -> listed(era, faults().get(fault)),
                () -> connected(era, faults().get(fault), true),
                () -> connected(era, faults().get(fault), false),
                () -> closed(era, faults().get(fault))));
    }

    /** Does all of these at once, as each mostly waits; one after the other where they must not wait for one another. */
    private static void together(List<Callable<Boolean>> trials) throws Exception {
        try (var threads = Executors.newFixedThreadPool(Punctuality.STRICT ? 1 : trials.size())) {
            for (var trial : threads.invokeAll(trials)) {
                assertThat(trial.get()).isTrue();
            }
        }
    }

    private static boolean called(Era era, Fault fault) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front.url())) {
            client.listTools();
            front.faults().on(CALL, fault);
            within(LIMIT, "call", () -> client.callTool("echo", Map.of("text", "x"), SHORT));
            return true;
        }
    }

    private static boolean listed(Era era, Fault fault) {
        try (var front = HttpFront.serving(server(era).build());
                var client = connect(front.url())) {
            front.faults().on(RecordedRequest.rpc("tools/list"), fault);
            within(LIMIT, "list", () -> client.listTools(SHORT));
            return true;
        }
    }

    /** Spoils all of the opening, or what follows its first step. */
    private static boolean connected(Era era, Fault fault, boolean all) {
        Predicate<RecordedRequest> later =
                RecordedRequest.rpc("notifications/initialized").or(GET);
        Predicate<RecordedRequest> first =
                RecordedRequest.rpc("server/discover").or(INITIALIZE);
        try (var front = HttpFront.serving(server(era).build())) {
            front.faults().on(all ? first.or(later) : later, fault);
            var client = new AtomicReference<@Nullable McpClient>();
            var settings = profile().connectTimeout(LIMIT).build();
            within(LIMIT, "connect", () -> client.set(McpClient.connect(to(front.url()), settings)));
            within(CLOSING, "close", () -> Optional.ofNullable(client.get()).ifPresent(McpClient::close));
            return true;
        }
    }

    /** Closes while a call, its cancellation and the end of the session all go wrong. */
    private static boolean closed(Era era, Fault fault) {
        Predicate<RecordedRequest> last =
                RecordedRequest.rpc("notifications/cancelled").or(RecordedRequest.method("DELETE"));
        try (var front = HttpFront.serving(server(era).build())) {
            var client = connect(front.url());
            client.listTools();
            front.faults().on(CALL.or(last), fault);
            var call = client.async().callTool("echo", null);
            await().until(() -> count(front, CALL) >= 1);
            within(CLOSING, "close", client::close);
            await().until(call::isDone);
            return true;
        }
    }

    // The modes of the hostile server, which spoil calls.

    static Stream<Arguments> modes() {
        return Stream.of(Era.values())
                .flatMap(era -> HostileHttp.modes().stream().map(mode -> Arguments.of(era, mode)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("modes")
    void everythingEndsByItsLimitWhateverTheHostileServerDoes(Era era, String mode) {
        try (var stage = hostile(era, mode)) {
            var client = opened(
                    mode,
                    HostileHttp.opens(mode, era),
                    limit -> McpClient.connect(
                            to(stage.url()), profile().connectTimeout(limit).build()));
            client.ifPresent(open -> {
                within(LIMIT, "list, " + mode, () -> open.listTools(SHORT));
                within(LIMIT, "call, " + mode, () -> open.callTool("charge", Map.of("key", "k"), SHORT));
                within(CLOSING, "close, " + mode, open::close);
            });
            assertThat(stage.charged("k")).isLessThanOrEqualTo(1);
        }
    }

    private static McpClient connect(String url) {
        return McpClient.connect(to(url), profile().build());
    }
}
