package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.supervision.RestartPolicy;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How often a server is tried that never comes back, while somebody calls it all the time. A minute has little
 * more than a second here: all pauses are a fiftieth of the usual ones.
 */
@Timeout(120)
class FirstMinuteTest {
    private static final int FASTER = 50; // so that the first pause is still a whole number of milliseconds
    private static final Duration MINUTE = Duration.ofMinutes(1).dividedBy(FASTER);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MOST = 10;
    private static final int ENOUGH = 4; // attempts, from which it can be seen that pauses grow
    private static final Duration TICK = Duration.ofMillis(2); // by which clocks may differ

    private final List<HostEvent.StateChanged> changes = new CopyOnWriteArrayList<>();

    private static RestartPolicy faster(RestartPolicy usual) {
        return new RestartPolicy(
                usual.first().dividedBy(FASTER),
                usual.longest().dividedBy(FASTER),
                usual.breaker(),
                usual.window()); // A slow machine must not get beyond it.
    }

    private static Host host() {
        var usual = Care.USUAL;
        return Host.builder()
                .care(new Care(
                        faster(usual.process()),
                        faster(usual.remote()),
                        usual.idle(),
                        usual.check(),
                        usual.drain(),
                        usual.clock()))
                .open();
    }

    /** Calls the server without pause until something has come to pass. */
    private static void callAllTheTime(Host host, BooleanSupplier over) throws InterruptedException {
        var enough = new AtomicBoolean();
        var caller = Thread.ofVirtual().start(() -> {
            while (!enough.get()) {
                host.call("s__t", Map.of(), HostCallOptions.within(Duration.ofMillis(5)));
            }
        });
        try {
            await().atMost(LIMIT).until(over::getAsBoolean);
        } finally {
            enough.set(true);
            caller.join();
        }
    }

    private boolean givenUp() {
        return changes.stream().anyMatch(change -> change.state().equals("failed"));
    }

    /** Tells whether its minute is over and it was tried a few times. */
    private boolean minuteIsOver() {
        var tried = tried();
        return tried.size() >= ENOUGH && Instant.now().isAfter(tried.getFirst().plus(MINUTE));
    }

    private List<Instant> tried() {
        return changes.stream()
                .filter(change -> change.state().equals("connecting"))
                .map(HostEvent.StateChanged::at)
                .toList();
    }

    private void hear(HostEvent event) {
        if (event instanceof HostEvent.StateChanged changed) {
            changes.add(changed);
        }
    }

    private void assertGentle() {
        var tried = tried();
        var end = tried.getFirst().plus(MINUTE);
        // A machine with much to do may come to fewer.
        assertThat(tried.stream().filter(at -> at.isBefore(end))).hasSizeLessThanOrEqualTo(MOST);
        for (int again = 1; again < Math.min(tried.size(), 6); again++) {
            var least =
                    RestartPolicy.REMOTE.first().multipliedBy(1L << (again - 1)).dividedBy(FASTER);
            assertThat(Duration.between(tried.get(again - 1), tried.get(again)))
                    .as("before attempt %s of %s", again + 1, tried)
                    .isGreaterThanOrEqualTo(least.minus(TICK));
        }
    }

    @Test
    void aProgramThatEndsAtOnce(@TempDir Path folder) throws Exception {
        var starts = folder.resolve("starts");
        try (var host = host();
                var hearing = host.events().listen(this::hear)) {
            // Added when somebody listens, so that the first attempt is heard of.
            host.add(ServerConfig.of("s", Endpoint.Command.of("sh", "-c", "echo x >> '%s'; exit 1".formatted(starts))));
            callAllTheTime(host, this::givenUp);
            assertGentle();
            assertThat(tried()).hasSize(RestartPolicy.PROCESS.breaker());
            assertThat(Files.readAllLines(starts)).hasSizeLessThanOrEqualTo(MOST);
        }
    }

    @Test
    void anAddressThatRefuses() throws Exception {
        int nobody;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = socket.getLocalPort();
        }
        assertGentle("http://127.0.0.1:%s/mcp".formatted(nobody));
    }

    @Test
    void anAddressThatHangsUp() throws Exception {
        var connections = new CopyOnWriteArrayList<Instant>();
        try (var socket = new ServerSocket(0, 64, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> {
                while (!socket.isClosed()) {
                    try (var client = socket.accept()) {
                        connections.add(Instant.now());
                    } catch (IOException over) {
                        return;
                    }
                }
            });
            assertGentle("http://127.0.0.1:%s/mcp".formatted(socket.getLocalPort()));
            var end = connections.getFirst().plus(MINUTE);
            assertThat(connections.stream().filter(at -> at.isBefore(end))).hasSizeLessThanOrEqualTo(MOST);
        }
    }

    private void assertGentle(String url) throws InterruptedException {
        try (var host = host();
                var hearing = host.events().listen(this::hear)) {
            host.add(ServerConfig.of("s", Endpoint.Address.of(url)));
            callAllTheTime(host, () -> givenUp() || minuteIsOver());
        }
        assertGentle();
    }

    @EachEra
    void aServerThatComesUpAndIsOfNoUse(Era era) throws Exception {
        var server = FakeServer.named("s")
                .era(era)
                .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
                .build();
        try (var host = host();
                var hearing = host.events().listen(event -> {
                    hear(event);
                    if (event instanceof HostEvent.StateChanged changed
                            && changed.state().equals("ready")) {
                        server.disconnect();
                    }
                })) {
            host.add(ServerConfig.of("s", new Endpoint.Own(server.transport())));
            await().atMost(LIMIT).until(() -> givenUp() || minuteIsOver());
        }
        assertGentle();
    }
}
