package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another server under the name of one that somebody said yes to is another server. */
@Timeout(120)
class HostReplacedTest {
    private static final Tool TOOL = Tool.of("t", "Does t", Json.object().put("type", "object"));

    private final AtomicReference<Host> host = new AtomicReference<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch replaced = new CountDownLatch(1);
    private final FakeServer another = FakeServer.named("another")
            .tool(TOOL, call -> CallToolResult.ofText("done by another"))
            .build();
    private final FakeServer one = FakeServer.named("one")
            .tool(TOOL, call -> {
                Thread.startVirtualThread(this::replace);
                boolean ignored = replaced.await(30, TimeUnit.SECONDS);
                return CallToolResult.ofText("done by one");
            })
            .build();

    private static ServerConfig behind(FakeServer server) {
        return ServerConfig.of("s", new Endpoint.Own(server.transport()));
    }

    private void replace() {
        try {
            host.get().add(behind(another));
            replaced.countDown();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aCallThatIsTriedAgainThereIsAskedAboutAgain() {
        try (var opened = Host.builder()
                .server(behind(one))
                .retry(RetryPolicy.SAFE.pausing(Duration.ofMillis(1), Duration.ofMillis(5)))
                .approver(request -> {
                    asked.add(request.serverIs());
                    return new Answer.Allow(Scope.ONCE, false);
                })
                .open()) {
            host.set(opened);
            var result = opened.call("s__t", null, HostCallOptions.usual().allowRepeating());
            assertThat(result.text()).isEqualTo("done by another");
            assertThat(asked).hasSize(2).doesNotHaveDuplicates();
        }
    }
}
