package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.HangingStore;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that does not say what was decided about a call: the call ends when it would have anyway. */
@Timeout(60)
class UnansweringStoreTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    /** Runs from the first step of a call, and must outlast those before the store is asked even on a busy machine. */
    private static final Duration WHOLE = Duration.ofSeconds(5);

    private static final String WORDS = "the store of decisions did not answer in time";

    private final AtomicInteger runs = new AtomicInteger();
    private final HangingStore store = new HangingStore();
    private final FakeServer server = FakeServer.named("s")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> {
                runs.incrementAndGet();
                return CallToolResult.ofText("done");
            })
            .build();

    @AfterEach
    void letGo() {
        store.answer();
    }

    private HostBuilder host() {
        return Host.builder().server("s", server.transport()).store(store);
    }

    @Test
    void theLimitOfTheCallEndsItAndLaterItIsAllowedAgain() {
        try (var host = host().open()) {
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
            store.hang();
            var result = host.call("s__t", null, HostCallOptions.within(WHOLE));
            assertThat(result.ending()).as("%s", result.error()).isEqualTo(Ending.TIMEOUT);
            assertThat(result.error()).contains(WORDS);
            assertThat(result.unknown()).isFalse();
            assertThat(runs).hasValue(1);
            store.answer();
            assertThat(host.call("s__t", null).text()).isEqualTo("done");
        }
    }

    @Test
    void theLimitOfTheToolEndsTheCall() {
        var rules = new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, null, SHORT)));
        var config = ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                .tools(rules)
                .build();
        store.hang();
        try (var host = Host.builder().server(config).store(store).open()) {
            var result = host.call("s__t", null);
            assertThat(result.ending()).as("%s", result.error()).isEqualTo(Ending.REFUSED);
            assertThat(result.error()).contains(WORDS);
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void theStoreIsNotWaitedForLongerThanThatBecauseAPersonMay() {
        try (var host = host().approver(request -> {
                    store.hang();
                    return new Answer.Allow(Scope.ALWAYS, true);
                })
                .open()) {
            var options = HostCallOptions.within(Duration.ofSeconds(3)).stoppingClock();
            var result = host.call("s__t", null, options);
            assertThat(result.success()).isFalse();
            assertThat(result.error()).contains(WORDS);
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void whoeverCancelsTheCallIsToldThatItWasCancelled() throws Exception {
        store.hang();
        try (var host = host().open()) {
            var call = new FutureTask<>((Callable<HostResult>) () -> host.call("s__t", null));
            var caller = Thread.ofVirtual().start(call);
            assertThat(store.asked().await(30, TimeUnit.SECONDS)).isTrue();
            caller.interrupt();
            var result = call.get(30, TimeUnit.SECONDS);
            assertThat(result.ending()).as("%s", result.error()).isEqualTo(Ending.CANCELLED);
            assertThat(runs).hasValue(0);
        }
    }
}
