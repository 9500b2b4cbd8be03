package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes that overtake each other: everybody ends up with what the host has. */
@Timeout(120)
class HostOrderTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Tool TOOL = Tool.of("t", null, Json.object().put("type", "object"));

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ServerConfig busy = personal(FakeServer.named("busy")
            .tool(TOOL, call -> {
                begun.countDown();
                released.await();
                return CallToolResult.ofText("late");
            })
            .build());
    private final ServerConfig second = personal(saying("second"));
    private final ServerConfig third = personal(saying("third"));

    private static FakeServer saying(String text) {
        return FakeServer.named(text)
                .tool(TOOL, call -> CallToolResult.ofText(text))
                .build();
    }

    private static ServerConfig personal(FakeServer server) {
        return ServerConfig.builder("s", new Endpoint.Own(server.transport()))
                .sharing(ServerConfig.Sharing.PERSON)
                .build();
    }

    /** Begins to put the second server in the place of one that is busy, which takes until that is released. */
    private FutureTask<HostResult> replacing(Host host) throws InterruptedException {
        Thread.ofVirtual().start(() -> host.call("s__t", null));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        var replaced = new FutureTask<>((Callable<HostResult>) () -> {
            host.add(second);
            return host.call("s__t", null);
        });
        Thread.ofVirtual().start(replaced);
        Awaitility.await().atMost(LIMIT).until(() -> host.configs().contains(second));
        return replaced;
    }

    @Test
    void nobodyKeepsAServerThatWasRemovedWhileItWasTakenIn() throws Exception {
        try (var host = Host.builder().server(busy).open()) {
            var alice = host.as("alice");
            var replaced = replacing(host);

            assertThat(host.remove("s")).isTrue();
            released.countDown();

            assertThat(replaced.get(60, TimeUnit.SECONDS).success()).isFalse();
            assertThat(host.servers()).isEmpty();
            assertThat(alice.servers()).isEmpty();
            assertThat(alice.call("s__t", null).success()).isFalse();
        } finally {
            released.countDown();
        }
    }

    @Test
    void theServerThatWasTakenInLastIsEverybodys() throws Exception {
        try (var host = Host.builder().server(busy).open()) {
            var alice = host.as("alice");
            var replaced = replacing(host);

            host.add(third);
            released.countDown();

            assertThat(replaced.get(60, TimeUnit.SECONDS).text()).isEqualTo("third");
            assertThat(host.as("alice").call("s__t", null).text()).isEqualTo("third");
            assertThat(alice.configs()).containsExactly(third);
        } finally {
            released.countDown();
        }
    }
}
