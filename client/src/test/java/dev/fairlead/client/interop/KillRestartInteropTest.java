package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Interop
@Tag("thorough")
final class KillRestartInteropTest {
    private static final int KILLS = 20;
    private static final int CALLERS = 4;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofSeconds(10); // for cores that are busy with other things
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration OUTAGE = Duration.ofSeconds(7);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    @RegisterExtension
    final Connections connections = new Connections();

    /** A server that is killed and started again. */
    enum Victim {
        WITH_SESSIONS("echo", Map.of("message", "hi"), "Echo: hi"),
        MODERN("greet", Map.of("name", "Ada"), "Hello Ada (modern)");

        private final String tool;

        @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody can change
        private final Map<String, Object> arguments;

        private final String answer;

        Victim(String tool, Map<String, Object> arguments, String answer) {
            this.tool = tool;
            this.arguments = arguments;
            this.answer = answer;
        }

        ServerCommand command() {
            return this == MODERN ? NodeServers.dualEraByUrl() : NodeServers.everythingByUrl("streamableHttp");
        }

        void call(McpClient client, Duration limit) {
            assertThat(client.callTool(tool, arguments, CallOptions.within(limit))
                            .text())
                    .isEqualTo(answer);
        }
    }

    /** One call under load, in nanoseconds of this process. */
    private record Made(long from, long to, @Nullable McpException failure) {}

    /** A time in which the server may be missed. */
    private record Outage(long from, long to) {
        boolean explains(Made call) {
            return call.from() <= to && call.to() >= from;
        }
    }

    @ParameterizedTest
    @EnumSource(Victim.class)
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void killedTwentyTimesUnderLoadItIsUsedAgainAsSoonAsItIsBack(Victim victim) throws Exception {
        var server = connections.start(victim.command());
        var calls = new ConcurrentLinkedQueue<Made>();
        var outages = new ArrayList<Outage>();
        try (var door = new Doorkeeper(server)) {
            var client = connections.open(HttpTransport.to(door.url("/mcp")));
            var stop = new CountDownLatch(1);
            try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                var done = Stream.generate(() -> callers.submit(() -> callUntil(stop, victim, client, calls)))
                        .limit(CALLERS)
                        .toList();
                try {
                    for (int kill = 0; kill < KILLS; kill++) {
                        awaitSuccessAfter(System.nanoTime(), calls);
                        long from = System.nanoTime();
                        server.close();
                        if (kill % 2 == 0) {
                            door.goAway();
                        } else {
                            door.nobodyHome();
                        }
                        server = connections.start(victim.command());
                        door.open(server);
                        outages.add(new Outage(from, System.nanoTime()));
                        victim.call(client, PATIENCE); // The very first one must succeed.
                    }
                    awaitSuccessAfter(System.nanoTime(), calls);
                } finally {
                    stop.countDown();
                }
                for (var caller : done) {
                    caller.get();
                }
            }

            var failed = calls.stream().filter(call -> call.failure() != null).toList();
            assertThat(failed).as("the server was missed").hasSizeGreaterThan(KILLS);
            assertThat(failed)
                    .filteredOn(call -> outages.stream().noneMatch(outage -> outage.explains(call)))
                    .as("failures while the server was there")
                    .isEmpty();
            long longest = LIMIT.toNanos() / 100 * 105 + MARGIN.toNanos();
            assertThat(calls)
                    .filteredOn(call -> call.to() - call.from() > longest)
                    .as("calls that outlasted their limit")
                    .isEmpty();
            assertThat(door.connections()).as("connections").isLessThanOrEqualTo(calls.size() + 5 * KILLS);
            assertThat(door.requests("server/discover"))
                    .as("looks at the server")
                    .isEqualTo(1);
            assertThat(door.requests("initialize"))
                    .as("sessions opened")
                    .isEqualTo(victim == Victim.MODERN ? 0 : 1 + KILLS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simpleStreamableHttp", "jsonResponseStreamableHttp", "simpleStatelessStreamableHttp"})
    void aServerThatWasStartedAgainInSilenceIsUsedAsIfNothingHadHappened(String example) throws Exception {
        usedAsBefore(NodeServers.sdkExampleByUrl(example + ".js"), "/mcp");
    }

    @ParameterizedTest
    @CsvSource({"streamableHttp,/mcp", "sse,/sse"})
    void everythingThatWasStartedAgainInSilenceIsUsedAsIfNothingHadHappened(String transport, String path)
            throws Exception {
        usedAsBefore(NodeServers.everythingByUrl(transport), path);
    }

    private void usedAsBefore(ServerCommand command, String path) throws Exception {
        var server = connections.start(command);
        try (var door = new Doorkeeper(server)) {
            var client = connections.open(HttpTransport.to(door.url(path)));
            int offered = client.listResources().size();

            for (int i = 0; i < 3; i++) {
                server.close();
                server = connections.start(command);
                door.open(server);
                assertThat(client.listResources()).hasSize(offered);
                assertThat(client.ping()).isPositive();
            }
        }
    }

    @Test
    void aCallThatOutlivesTwoServersLeavesTheConnectionUsable() throws Exception {
        var server = connections.start(Victim.WITH_SESSIONS.command());
        try (var door = new Doorkeeper(server)) {
            var client = connections.open(HttpTransport.to(door.url("/mcp")));
            Victim.WITH_SESSIONS.call(client, PATIENCE);
            server.close();
            server = connections.start(Victim.WITH_SESSIONS.command());
            door.open(server);

            var begun = new CountDownLatch(1);
            var call = client.async()
                    .callTool(
                            "trigger-long-running-operation",
                            Map.of("duration", 2, "steps", 20),
                            CallOptions.usual().withListener(new CallListener() {
                                @Override
                                public void progress(Progress step) {
                                    begun.countDown();
                                }
                            }));
            assertThat(begun.await(20, TimeUnit.SECONDS)).as("in a new session").isTrue();
            server.close();
            door.open(connections.start(Victim.WITH_SESSIONS.command()));

            await().atMost(PATIENCE).until(call::isDone); // However it went.
            Victim.WITH_SESSIONS.call(client, PATIENCE);
        }
    }

    @Test
    void whoeverOnlyListensComesBackGentlyToAServerWithSessions() throws Exception {
        var server = connections.start(Victim.WITH_SESSIONS.command());
        try (var door = new Doorkeeper(server)) {
            var client = connections.open(HttpTransport.to(door.url("/mcp")));
            var uri = "demo://resource/dynamic/text/1";
            var changes = client.subscribe(SubscriptionFilter.resource(uri));
            assertThat(door.requests("GET")).isEqualTo(1);

            missed(server, door);
            door.open(connections.start(Victim.WITH_SESSIONS.command()));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(door.requests("initialize"))
                            .as("a session was opened though nobody called")
                            .isEqualTo(2));
            assertThat(client.callTool("toggle-subscriber-updates", null).text())
                    .contains("Started");
            assertThat(changes.next(PATIENCE)).contains(new ServerEvent.ResourceUpdated(uri));
        }
    }

    @Test
    void whoeverOnlyListensComesBackGentlyToAModernServer() throws Exception {
        var server = connections.start(Victim.MODERN.command());
        try (var door = new Doorkeeper(server)) {
            var client = connections.open(HttpTransport.to(door.url("/mcp")));
            var changes = client.subscribe(SubscriptionFilter.toolsChanged());
            var heard = new FutureTask<>(changes::next);
            Thread.ofVirtual().start(heard);

            missed(server, door);
            door.open(connections.start(Victim.MODERN.command()));

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(client.callTool("learn", Map.of("name", "juggle" + System.nanoTime()))
                                .text())
                        .isEqualTo("learned");
                assertThat(heard.isDone()).isTrue();
            });
            assertThat(heard.get(1, TimeUnit.SECONDS)).contains(new ServerEvent.ToolsChanged());
        }
    }

    /** Kills the server and sees how often it is asked for while nobody calls. */
    private static void missed(WebServer server, Doorkeeper door) {
        server.close();
        door.nobodyHome();
        int before = door.connections();
        long start = System.nanoTime();
        await().pollDelay(OUTAGE).atMost(OUTAGE.plus(PATIENCE)).until(() -> door.connections() - before >= 2);
        int attempts = door.connections() - before;
        assertThat(attempts).as("attempts").isLessThanOrEqualTo(attemptsWithin(System.nanoTime() - start));
    }

    /** Returns how many attempts can have been made: one, and one after each pause, which is twice the last or longer. */
    private static int attemptsWithin(long nanos) {
        int attempts = 1;
        long pause = FIRST_PAUSE.toNanos();
        for (long at = pause; at <= nanos; at += pause) {
            attempts++;
            pause *= 2;
        }
        return attempts;
    }

    private static void awaitSuccessAfter(long moment, ConcurrentLinkedQueue<Made> calls) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> calls.stream().anyMatch(call -> call.from() > moment && call.failure() == null));
    }

    private static int callUntil(
            CountDownLatch stop, Victim victim, McpClient client, ConcurrentLinkedQueue<Made> calls)
            throws InterruptedException {
        int made = 0;
        do {
            long from = System.nanoTime();
            McpException failure = null;
            try {
                victim.call(client, LIMIT);
            } catch (McpException failed) {
                failure = failed;
            }
            calls.add(new Made(from, System.nanoTime(), failure));
            made++;
        } while (!stop.await(5, TimeUnit.MILLISECONDS));
        return made;
    }
}
