package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing a host ends what it began, whatever that is in the middle of. */
@Timeout(120)
class HostCloseTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(10);

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    @Test
    void aHostIsClosedWhileItConnects() {
        var reached = new CountDownLatch(1);
        var mute = PipeTransport.to("mute-close", duplex -> {
            reached.countDown();
            swallow(duplex);
        });
        var host = Host.builder().server("mute-close", mute).open();
        Awaitility.await().atMost(LIMIT).until(() -> reached.getCount() == 0);
        assertThat(host.server("mute-close").orElseThrow().state()).isEqualTo("connecting");
        assertThat(Leftovers.threadsOf("mute-close")).isNotEmpty();

        assertClosesSoon(host);

        assertNothingLeft("mute-close");
    }

    private static void swallow(Duplex duplex) {
        try {
            while (duplex.read().isPresent()) {
                Thread.onSpinWait();
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    @Test
    void callsUnderWayGetAnOutcomeWhenTheHostIsClosed() throws Exception {
        var began = new CountDownLatch(3);
        var server = FakeServer.named("busy-close")
                .tool(tool("t"), call -> {
                    began.countDown();
                    call.pause(Duration.ofMinutes(10));
                    return CallToolResult.ofText("late");
                })
                .build();
        var host = Host.builder().server("busy-close", server.transport()).open();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 3)
                    .mapToObj(i -> threads.submit(() -> host.call("busy-close__t", null)))
                    .toList();
            assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();

            assertClosesSoon(host);

            for (var call : calls) {
                var result = call.get(30, TimeUnit.SECONDS);
                assertThat(result.success()).isFalse();
                assertThat(result.error()).isNotBlank();
                assertThat(result.unknown())
                        .as("it had set out: %s", result.error())
                        .isTrue();
            }
        }
        // The server hears of it on a thread of its own.
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(server.connections()).isZero());
        assertNothingLeft("busy-close");
    }

    @Test
    void callsThatWaitForAServerAreGivenUpWhenTheHostIsClosed() throws Exception {
        var reached = new CountDownLatch(1);
        var mute = PipeTransport.to("wait-close", duplex -> {
            reached.countDown();
            swallow(duplex);
        });
        var host = Host.builder()
                .server("wait-close", mute)
                .patience(Duration.ofMinutes(10))
                .open();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var call = threads.submit(() -> host.call("wait-close__t", null));
            assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> host.server("wait-close").orElseThrow().state().equals("connecting"));

            assertClosesSoon(host);

            assertThat(call.get(30, TimeUnit.SECONDS).success()).isFalse();
        }
        assertNothingLeft("wait-close");
    }

    @Test
    void aServerThatWaitsForItsNextAttemptDoesNotKeepTheHostOpen() {
        var host = Host.builder()
                .server("gone-close", PipeTransport.to("gone-close", Duplex::close))
                .open();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("gone-close").orElseThrow().state().equals("waiting"));
        assertClosesSoon(host);
        assertNothingLeft("gone-close");
    }

    @Test
    void processesEndWithTheHost() {
        var command = DemoServer.command();
        var config = ServerConfig.builder(
                        "demo-close",
                        Endpoint.Command.of(
                                command.getFirst(),
                                command.subList(1, command.size()).toArray(String[]::new)))
                .pool(2)
                .build();
        var host = Host.builder().server(config).patience(LIMIT).open();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() ->
                        host.server("demo-close").orElseThrow().lanes().stream().allMatch("ready"::equals));
        // This program has a helper of another kind that stays with it.
        var started = ProcessHandle.current()
                .children()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .toList();
        assertThat(started).hasSize(2);

        host.close();

        assertThat(started).noneMatch(ProcessHandle::isAlive);
        assertNothingLeft("demo-close");
    }

    @Test
    void viewsAndSubscriptionsEndWithTheHost() throws Exception {
        var server = FakeServer.named("far-close")
                .tool(tool("t"), call -> CallToolResult.ofText("done"))
                .build();
        try (var front = HttpFront.serving(server)) {
            var host =
                    Host.builder().url("far-close", front.url()).patience(LIMIT).open();
            var alice = host.as("alice");
            assertThat(alice.call("far-close__t", null).text()).isEqualTo("done");
            var subscription = host.subscribe("far-close", SubscriptionFilter.toolsChanged());
            assertThat(subscription.next(LIMIT)).contains(new HostSubscription.Change.Begun());

            assertClosesSoon(host);

            assertNothingLeft("far-close");
            assertThat(alice.call("far-close__t", null).error()).contains("the host is closed");
        }
    }

    @Test
    void aClosedHostSaysSo() throws Exception {
        var server = FakeServer.named("s")
                .tool(tool("t"), call -> CallToolResult.ofText("done"))
                .build();
        var host = Host.builder().server("s", server.transport()).open();
        assertThat(host.call("s__t", null).text()).isEqualTo("done");
        host.close();
        host.close();

        var result = host.call("s__t", null);
        assertThat(result.ending()).isEqualTo(Ending.FAILED);
        assertThat(result.error()).isEqualTo("Tool execution failed: the host is closed; open another one");
        assertThat(result.unknown()).isFalse();
        assertThatThrownBy(() -> host.with("s", client -> client.server()))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the host is closed");
        assertThatThrownBy(() -> host.as("alice")).hasMessageContaining("the host is closed");
        assertThatThrownBy(() -> host.add(ServerConfig.of("x", new Endpoint.Own(server.transport()))))
                .hasMessageContaining("the host is closed");
        assertThat(host.catalog().tools()).isEmpty();
        assertThat(host.server("s").orElseThrow().state()).isEqualTo("stopped");
    }

    private static void assertClosesSoon(Host host) {
        long began = System.nanoTime();
        host.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
    }

    private void assertNothingLeft(String server) {
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(Leftovers.threadsOf(server)).isEmpty());
    }
}
