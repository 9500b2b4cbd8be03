package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is forbidden while a call waits, or is about to be made again, is not called. */
@Timeout(120)
class HostMeanwhileTest {
    private static final ToolRules WITHOUT = new ToolRules(List.of(), List.of("t"), Map.of());
    private static final Duration SHORT = Duration.ofMillis(300);

    private final AtomicReference<Host> host = new AtomicReference<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();
    private final FakeServer server = FakeServer.named("s")
            .tool(tool("t"), call -> {
                runs.incrementAndGet();
                return CallToolResult.ofText("done");
            })
            .tool(tool("slow"), call -> {
                runs.incrementAndGet();
                never.await();
                return CallToolResult.ofText("never");
            })
            .tool(tool("forbidding"), call -> {
                runs.incrementAndGet();
                host.get().gate().grants().deny(Subject.of("s", "forbidding"), Scope.ALWAYS);
                return CallToolResult.failure("busy");
            })
            .build();

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private ServerConfig config(ToolRules rules) {
        return ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                .tools(rules)
                .build();
    }

    /** Opens a host whose approver never answers the first question, and says yes to the others. */
    private Host open() {
        var opened = Host.builder()
                .server(config(ToolRules.ALL))
                .retry(RetryPolicy.transientErrors().pausing(Duration.ofMillis(1), Duration.ofMillis(5)))
                .approver(request -> {
                    boolean first = asked.getCount() > 0;
                    asked.countDown();
                    if (first) {
                        never.await();
                    }
                    return new Answer.Allow(Scope.ONCE);
                })
                .open();
        host.set(opened);
        return opened;
    }

    private FutureTask<HostResult> calling(String name) throws InterruptedException {
        var call = new FutureTask<>((Callable<HostResult>) () -> host.get().call(name, null));
        Thread.ofVirtual().start(call);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        return call;
    }

    @Test
    void aToolThatIsSwitchedOffWhileSomebodyIsAskedIsNotCalled() throws Exception {
        try (var opened = open()) {
            var call = calling("s__t");
            opened.add(config(WITHOUT));
            var result = call.get(60, TimeUnit.SECONDS);
            assertThat(result.ending()).isEqualTo(Ending.REFUSED);
            assertThat(result.error())
                    .isEqualTo("Tool 's__t' of server 's' is switched off in the configuration")
                    .isEqualTo(opened.call("s__t", null).error());
            assertThat(result.unknown()).isFalse();
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void theLimitOfTheToolIsTheOneThatHoldsWhenItIsApproved() throws Exception {
        try (var opened = open()) {
            var call = calling("s__slow");
            opened.add(
                    config(new ToolRules(List.of(), List.of(), Map.of("slow", new ToolRules.Rule(true, null, SHORT)))));
            var result = call.get(30, TimeUnit.SECONDS); // Sooner than calls end that have no limit of their own.
            assertThat(result.ending()).isEqualTo(Ending.TIMEOUT);
            assertThat(runs).hasValue(1);
        } finally {
            never.countDown();
        }
    }

    @Test
    void aToolThatIsDeniedBeforeItsNextAttemptIsNotCalledAgain() {
        asked.countDown(); // Everything is allowed when asked.
        try (var opened = open()) {
            var result = opened.call("s__forbidding", null);
            assertThat(result.ending()).isEqualTo(Ending.REFUSED);
            assertThat(result.error()).contains("is denied");
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(runs).hasValue(1);
        }
    }
}
