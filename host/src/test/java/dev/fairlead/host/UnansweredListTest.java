package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is asked for its tools before a call, and does not say them: the call ends when it would have anyway. */
@Timeout(60)
class UnansweredListTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    /** Runs from the first step of a call, and must outlast those before the list even on a busy machine. */
    private static final Duration WHOLE = Duration.ofSeconds(5);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AtomicInteger runs = new AtomicInteger();
    private final FakeServer server = FakeServer.named("s")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> {
                runs.incrementAndGet();
                return CallToolResult.ofText("done");
            })
            .build();
    private volatile CountDownLatch asked = new CountDownLatch(0); // counted down when it is asked in vain
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean hangs;

    private ServerConfig.Builder config() {
        return ServerConfig.builder("s", new Endpoint.Own(DeafTo.transport(server, this::unheard)));
    }

    private boolean unheard(Request request) {
        boolean list = hangs && request.method().equals("tools/list");
        if (list) {
            unanswered.incrementAndGet();
            asked.countDown();
        }
        return list;
    }

    /** Opens a host that asks for the tools before every call, in vain from now on. */
    private Host open(ServerConfig config) {
        var host = Host.builder().server(config).recheck(Duration.ZERO).open();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("s").orElseThrow().ready());
        asked = new CountDownLatch(1);
        hangs = true;
        return host;
    }

    private void assertInTime(HostResult result) {
        assertThat(result.ending()).as("%s", result.error()).isEqualTo(Ending.TIMEOUT);
        assertThat(result.error()).contains("tools/call t", "its tools were not listed in time", "never sent");
        assertThat(result.unknown()).isFalse();
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(runs).hasValue(0);
    }

    @Test
    void theLimitOfTheToolEndsTheCall() {
        var rules = new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, null, SHORT)));
        try (var host = open(config().tools(rules).build())) {
            assertInTime(host.call("s__t", null));
        }
    }

    @Test
    void theListIsReadForThoseWhoComeLaterAsLongAsTheServerTakes() {
        var rules = new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, null, SHORT)));
        try (var host = open(config().tools(rules).build())) {
            assertInTime(host.call("s__t", null));
            Awaitility.await().atMost(LIMIT).until(() -> unanswered.get() > 1);
        }
    }

    @Test
    void theLimitOfTheServerEndsTheCall() {
        try (var host = open(config().requestTimeout(Duration.ofSeconds(2)).build())) {
            assertInTime(host.call("s__t", null));
        }
    }

    @Test
    void theLimitOfTheCallEndsIt() {
        try (var host = open(config().build())) {
            assertInTime(host.call("s__t", null, HostCallOptions.within(WHOLE)));
            var silence = CallOptions.usual().withLimits(Limits.USUAL.withIdle(SHORT));
            assertInTime(host.call("s__t", null, HostCallOptions.usual().withCall(silence)));
        }
    }

    @Test
    void theLimitHoldsAlsoWhereAnotherOneAskedBefore() throws Exception {
        try (var host = open(config().build())) {
            server.tell(new ServerEvent.ToolsChanged());
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            assertInTime(host.call("s__t", null, HostCallOptions.within(WHOLE)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"s__t", "t", "s__other"})
    void whoeverCancelsTheCallIsToldThatItWasCancelled(String name) throws Exception {
        try (var host = open(config().build())) {
            var call = new FutureTask<>((Callable<HostResult>) () -> host.call(name, null));
            var caller = Thread.ofVirtual().start(call);
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            caller.interrupt();
            var result = call.get(30, TimeUnit.SECONDS);
            assertThat(result.ending()).as("%s", result.error()).isEqualTo(Ending.CANCELLED);
            assertThat(result.error()).startsWith("Tool execution cancelled: ");
            assertThat(result.unknown()).isFalse();
            assertThat(runs).hasValue(0);
        }
    }
}
