package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HostileHttpServer;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How fast a good server's calls are while a bad one is called all the time, beside how fast they are while another good
 * one is: whoever is called all the time takes a core, good or bad, which is not what is asked here. In a build these are
 * a few kinds of bad servers and few calls, with room for what else the machine does; {@code -Dcampaign.neighbours=1000}
 * makes so many calls beside every kind, and leaves none, {@code -Dcampaign.kinds=} those whose names match.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("thorough")
class NeighbourSpeedTest {
    private static final boolean CAMPAIGN = Integer.getInteger("campaign.neighbours") != null;
    private static final int CALLS = Integer.getInteger("campaign.neighbours", 50);
    private static final Pattern WANTED = Pattern.compile(System.getProperty("campaign.kinds", ".*"));
    private static final int TRIES = CAMPAIGN ? 5 : 2;
    private static final Duration WORK = Duration.ofMillis(2);
    private static final Duration AT_MOST = CAMPAIGN ? Duration.ofMillis(100) : Duration.ofSeconds(10);
    private static final List<String> A_FEW = List.of("schema-redos", "huge-list", "progress-flood", "never");
    private static final Map<String, Duration> BESIDE_A_GOOD_ONE = new ConcurrentHashMap<>(); // by kind
    private static final HostCallOptions SHORT = HostCallOptions.within(Duration.ofSeconds(2));

    static Stream<Arguments> neighbours() {
        var onHttp = CAMPAIGN ? Crowds.badOnHttp() : A_FEW;
        var processes = CAMPAIGN ? Crowds.badProcesses() : List.<String>of();
        return Stream.concat(
                Stream.of(Era.values())
                        .flatMap(era -> onHttp.stream()
                                .filter(NeighbourSpeedTest::isWanted)
                                .map(mode -> Arguments.of(era.name().toLowerCase(Locale.ROOT), mode))),
                processes.stream().filter(NeighbourSpeedTest::isWanted).map(mode -> Arguments.of("process", mode)));
    }

    private static boolean isWanted(String mode) {
        return WANTED.matcher(mode).matches();
    }

    @ParameterizedTest
    @MethodSource("neighbours")
    void aBadServerDoesNotSlowAGoodOneDown(String kind, String mode) throws Exception {
        var good = BESIDE_A_GOOD_ONE.get(kind);
        if (good == null) {
            good = besideAGoodOne(kind);
            BESIDE_A_GOOD_ONE.put(kind, good);
        }
        var seen = measured(kind, mode, good, 1);
        // Beside the good one it is the best of as many: once in a while the machine itself is slow.
        for (int tries = 2; CAMPAIGN && tries <= TRIES && isSlow(seen, good); tries++) {
            seen = measured(kind, mode, good, tries);
        }
        assertThat(seen.beside()).isLessThan(AT_MOST);
        if (CAMPAIGN) {
            assertThat(isSlow(seen, good))
                    .as("%s, %s beside a good one", seen, good)
                    .isFalse();
        }
    }

    private static boolean isSlow(Seen seen, Duration good) {
        return seen.beside().compareTo(good.multipliedBy(2)) > 0;
    }

    private static Seen measured(String kind, String mode, Duration good, int tries) throws Exception {
        var seen = beside(kind, mode);
        System.out.printf(
                Locale.ROOT,
                "neighbours: %s, %s: p99 %.2f ms alone, %.2f ms beside it, %.2f times what it is beside a good one%s%n",
                mode,
                kind,
                seen.alone().toNanos() / 1e6,
                seen.beside().toNanos() / 1e6,
                (double) seen.beside().toNanos() / good.toNanos(),
                tries == 1 ? "" : ", try " + tries);
        return seen;
    }

    /** Returns the best of a few, as the first of a program are slow. */
    private static Duration besideAGoodOne(String kind) throws Exception {
        var best = beside(kind, Crowds.GOOD).beside();
        for (int again = 1; again < TRIES; again++) {
            var next = beside(kind, Crowds.GOOD).beside();
            best = next.compareTo(best) < 0 ? next : best;
        }
        return best;
    }

    /** How long a good server's calls take at most, but for one in a hundred. */
    private record Seen(Duration alone, Duration beside) {}

    private static Seen beside(String kind, String mode) throws Exception {
        if (kind.equals("process")) {
            return beside(StdioTransport.of(ServerCommand.of(HostileServer.command(mode)))
                    .named("bad"));
        }
        // In a process of its own too, as it takes turns with us otherwise, which servers on a network do not.
        var process = new ProcessBuilder(HostileHttpServer.command(mode, "--era", kind))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var says = process.inputReader()) {
            var url = says.readLine().substring("listening ".length());
            return beside(HttpTransport.to(url).named("bad"));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Seen beside(Transport bad) throws InterruptedException {
        var good = FakeServer.named("good")
                .tool(Tool.of("echo", "Says what it hears", Json.object().put("type", "object")), call -> {
                    call.pause(WORK);
                    return CallToolResult.ofText("good " + call.text("text", ""));
                })
                .build();
        try (var host = Host.builder()
                .server("good", good.transport())
                .server("bad", bad)
                .open()) {
            measure(host, CALLS / 5); // So that both are measured warm.
            return new Seen(measure(host, CALLS), besideCallsOfTheOther(host));
        }
    }

    private static Duration besideCallsOfTheOther(Host host) throws InterruptedException {
        var enough = new AtomicBoolean();
        var started = new CountDownLatch(1);
        var caller = Thread.ofVirtual().start(() -> {
            do {
                started.countDown();
                host.call("bad__echo", Map.of("text", "x"), SHORT);
            } while (!enough.get());
        });
        try {
            started.await();
            return measure(host, CALLS);
        } finally {
            enough.set(true);
            assertThat(caller.join(Duration.ofSeconds(60)))
                    .as("the calls of the other end")
                    .isTrue();
        }
    }

    /** Makes the calls; returns how long all but one in a hundred took at most. */
    private static Duration measure(Host host, int calls) {
        var nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            var result = host.call("good__echo", Map.of("text", "call " + i));
            nanos[i] = System.nanoTime() - start;
            assertThat(result.success()).as("call %d: %s", i, result.error()).isTrue();
            assertThat(result.text()).isEqualTo("good call " + i);
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[calls * 99 / 100]);
    }
}
