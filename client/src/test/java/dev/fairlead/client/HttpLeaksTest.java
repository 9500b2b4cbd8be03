package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.INITIALIZE;
import static dev.fairlead.client.HttpTrials.NOISE;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.HttpTrials.to;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpEngine;
import dev.fairlead.wire.http.HttpStrategy;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that come and go by the hundreds, in every manner, leave nothing here and nothing at the server. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HttpLeaksTest {
    private static final int MOST_ATTEMPTS = 20;
    private static final int CLIENTS = 200;
    private static final int MAX_IDLE_CONNECTIONS = 64;
    private static final String SERVER = "leaky";

    private final CountDownLatch never = new CountDownLatch(1);
    private final Map<Integer, CountDownLatch> begun = new ConcurrentHashMap<>();
    private final AtomicInteger hanging = new AtomicInteger();
    private final List<WeakReference<McpClient>> clients = new ArrayList<>();

    private OpenFiles before = new OpenFiles(0);

    /** Has a client come and go, so that what is opened once is open, and then looks. */
    @BeforeEach
    void countOpenFiles() throws Exception {
        try (var front = HttpFront.serving(server(Era.LEGACY));
                var engine = HttpEngine.builder().build()) {
            live(front, engine, HttpStrategy.HTTP_ONLY, 0);
        }
        before = OpenFiles.now();
    }

    @AfterEach
    void noOpenFileIsLeft() {
        before.awaitNoMore(NOISE);
    }

    @EachEra
    @Verifies({"D-16", "I-13"})
    void twoHundredClientsLeaveNothing(Era era) throws Exception {
        var server = server(era);
        try (var front = HttpFront.serving(server);
                var engine = HttpEngine.builder().build()) {
            for (int n = 0; n < CLIENTS; n++) {
                live(front, engine, HttpStrategy.HTTP_ONLY, n);
            }
            nothingIsLeft(server, front, engine);
        }
    }

    @Test
    void fiftyClientsOfTheOldPairOfStreamsLeaveNothing() throws Exception {
        var server = server(Era.LEGACY);
        try (var front = HttpFront.serving(server);
                var engine = HttpEngine.builder().build()) {
            for (int n = 0; n < 50; n++) {
                live(front, engine, HttpStrategy.SSE_ONLY, n);
            }
            nothingIsLeft(server, front, engine);
        }
    }

    @EachEra
    void clientsThatNeverGetToConnectLeaveNothing(Era era) {
        var server = server(era);
        try (var front = HttpFront.serving(server);
                var engine = HttpEngine.builder().build()) {
            connectInVain(front, engine, era == Era.MODERN ? rpc("server/discover") : INITIALIZE);
            nothingRuns(front, engine);
        }
    }

    @Test
    @Verifies("D-16")
    void aSessionThatIsOpenedInVainIsEnded() {
        var server = server(Era.LEGACY);
        try (var front = HttpFront.serving(server);
                var engine = HttpEngine.builder().build()) {
            connectInVain(front, engine, rpc("notifications/initialized"));
            assertThat(HttpTrials.count(front, RecordedRequest.method("DELETE")))
                    .isPositive();
            nothingIsLeft(server, front, engine);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "notifications/initialized"})
    @Verifies("D-14")
    void aCallTooShortToOpenAnotherSessionHarmsNoOther(String slow) {
        var server = server(Era.LEGACY);
        try (var front = HttpFront.serving(server);
                var engine = HttpEngine.builder().build()) {
            var transport = to(front.url()).named(SERVER).withEngine(engine);
            try (var client = McpClient.connect(transport, profile().build())) {
                assertThat(echo(client, "before")).isEqualTo("before");
                front.forgetSessions();
                front.faults().once(rpc(slow), Fault.delay(Duration.ofSeconds(2)));
                assertThatThrownBy(() -> client.callTool("echo", null, CallOptions.within(Duration.ofMillis(300))))
                        .isInstanceOfSatisfying(
                                CallTimeoutException.class,
                                late -> assertThat(late.maybeExecuted()).isFalse());
                assertThat(echo(client, "after")).isEqualTo("after");
            }
            nothingIsLeft(server, front, engine);
        }
    }

    private static void connectInVain(HttpFront front, HttpEngine engine, Predicate<RecordedRequest> when) {
        var faults = List.of(
                Fault.answer(500),
                Fault.answer(403),
                Fault.reset(),
                Fault.hangUpAfterExecuting(),
                Fault.stall(),
                Fault.stallAfterExecuting());
        for (int n = 0; n < 5 * faults.size(); n++) {
            front.faults().clear();
            front.faults().on(when, faults.get(n % faults.size()));
            var hasty = profile().connectTimeout(Duration.ofMillis(500)).build();
            var transport = to(front.url()).named(SERVER).withEngine(engine).withStrategy(HttpStrategy.HTTP_ONLY);
            int before = front.faults().struck();
            // One that gave up before it had asked, as may be where the cores are busy, does not count.
            for (int attempt = 0; attempt < MOST_ATTEMPTS && front.faults().struck() == before; attempt++) {
                assertThatThrownBy(() -> McpClient.connect(transport, hasty)).isInstanceOf(McpException.class);
            }
            assertThat(front.faults().struck()).isGreaterThan(before);
        }
    }

    private FakeServer server(Era era) {
        return HttpTrials.server(era)
                .tool(HttpTrials.tool("hang", "{\"n\":{\"type\":\"integer\"}}"), call -> {
                    hanging.incrementAndGet();
                    begun((int) call.number("n", -1)).countDown();
                    try {
                        never.await();
                    } finally {
                        hanging.decrementAndGet();
                    }
                    return CallToolResult.ofText("impossible");
                })
                .build();
    }

    /** Lives the life of one client, in one of six manners. */
    private void live(HttpFront front, HttpEngine engine, HttpStrategy strategy, int n) throws Exception {
        var url = strategy == HttpStrategy.SSE_ONLY ? front.sseUrl() : front.url();
        var transport = to(url).named(SERVER).withEngine(engine).withStrategy(strategy);
        try (var client = McpClient.connect(transport, profile().build())) {
            clients.add(new WeakReference<>(client));
            assertThat(echo(client, "n" + n)).isEqualTo("n" + n);
            switch (n % 6) {
                case 0 -> client.listTools();
                case 1 -> hangTooLong(client, n);
                case 2 -> hangUntil(client, n, Thread::interrupt, CallCancelledException.class);
                case 3 -> hangUntil(client, n, thread -> client.close(), ClientClosedException.class);
                case 4 -> client.subscribe(SubscriptionFilter.toolsChanged());
                default -> client.subscribe(SubscriptionFilter.toolsChanged()).close();
            }
        }
    }

    private static void hangTooLong(McpClient client, int n) {
        assertThatThrownBy(() -> client.callTool("hang", Map.of("n", n), CallOptions.within(Duration.ofMillis(100))))
                .isInstanceOf(CallTimeoutException.class);
    }

    /** Begins a call that never ends, does something about that, and waits until it has ended like this. */
    private void hangUntil(McpClient client, int n, Consumer<Thread> stop, Class<? extends McpException> expected)
            throws Exception {
        var end = new CompletableFuture<Throwable>();
        var thread = Thread.ofVirtual()
                .start(() -> end.complete(catchThrowable(() -> client.callTool("hang", Map.of("n", n)))));
        assertThat(begun(n).await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(LiveThreads.of(SERVER)).isNotEmpty();
        stop.accept(thread);
        assertThat(end.get(1, TimeUnit.MINUTES)).isInstanceOf(expected);
    }

    private CountDownLatch begun(int n) {
        return begun.computeIfAbsent(n, unused -> new CountDownLatch(1));
    }

    private void nothingIsLeft(FakeServer server, HttpFront front, HttpEngine engine) {
        nothingRuns(front, engine);
        soon(() -> assertThat(front.sessions()).as("sessions").isZero());
        soon(() -> assertThat(server.connections()).as("clients of the server").isZero());
        assertThat(hanging)
                .as("calls that the server was never told to give up")
                .hasValue(0);
        assertThat(server.complaints()).isEmpty();
        await().atMost(NOISE).untilAsserted(() -> {
            System.gc();
            assertThat(clients).filteredOn(client -> client.get() != null).isEmpty();
        });
    }

    private void nothingRuns(HttpFront front, HttpEngine engine) {
        soon(() -> assertThat(LiveThreads.of(SERVER)).isEmpty());
        soon(() -> assertThat(front.openStreams()).as("streams").isZero());
        soon(() -> assertThat(front.openConnections()).as("connections").isLessThanOrEqualTo(MAX_IDLE_CONNECTIONS));
        engine.close();
        soon(() -> assertThat(front.openConnections()).as("connections").isZero());
        assertThat(front.http().failures()).isEmpty();
    }

    private static void soon(ThrowingRunnable assertion) {
        await().atMost(NOISE).untilAsserted(assertion);
    }
}
