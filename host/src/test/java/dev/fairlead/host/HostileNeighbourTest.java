package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.host.HostResult.Ending;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What a server says is its own affair: it changes neither what others do nor what was agreed to. */
@Timeout(300)
@Tag("thorough")
class HostileNeighbourTest {
    private static final int A_FEW = 8; // as each pause is twice the one before
    private static final int CALLS = 50;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    static Stream<Arguments> modes() {
        var demands = Stream.of("sampling-abuse", "server-request-flood", "elicit-phish");
        var modes =
                Stream.concat(HostileServer.contentModes().stream(), demands).toList();
        return Stream.of(Era.values()).flatMap(era -> modes.stream().map(mode -> Arguments.of(era, mode)));
    }

    private static HostileHttp hostile(Era era, String mode, String... options) {
        var all =
                Stream.concat(Stream.of(options), Stream.of("--era", era.name().toLowerCase(Locale.ROOT)));
        return HostileHttp.mode(mode, all.toArray(String[]::new));
    }

    private static Host host(HostileHttp hostile) throws InterruptedException {
        return host(hostile, Duration.ZERO);
    }

    private static Host host(HostileHttp hostile, Duration recheck) throws InterruptedException {
        var good = FakeServer.named("good")
                .tool(
                        Tool.of("echo", "Says what it hears", Json.object().put("type", "object")),
                        call -> CallToolResult.ofText("good " + call.text("text", "")))
                .build();
        var host = Host.builder()
                .server("good", good.transport())
                .server("bad", HttpTransport.to(hostile.url()).named("bad"))
                .recheck(recheck)
                .open();
        assertThat(host.settled(LIMIT)).isTrue();
        return host;
    }

    private static ObjectNode saying(String text) {
        return Json.object().put("text", text);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void theCallsOfAnotherServerAreAnsweredByThatServer(Era era, String mode) throws Exception {
        try (var hostile = hostile(era, mode, "--ms", "100");
                var host = host(hostile)) {
            var results = new CopyOnWriteArrayList<HostResult>();
            var enough = new AtomicBoolean();
            // One after the other for as long as the others are called, so that these meet it whatever it does.
            var bad = Thread.ofVirtual().start(() -> {
                do {
                    results.add(host.call("bad__echo", saying("x")));
                } while (!enough.get());
            });
            await().atMost(LIMIT).until(() -> !results.isEmpty() || called(hostile));
            for (int i = 0; i < CALLS; i++) {
                var result = host.call("good__echo", saying("" + i));
                assertThat(result.success())
                        .as("call %d: %s", i, result.error())
                        .isTrue();
                assertThat(result.text()).isEqualTo("good " + i);
            }
            enough.set(true);
            assertThat(bad.join(LIMIT))
                    .as("the call of the hostile server ends")
                    .isTrue();
            assertThat(results.getFirst().ending()).as("%s", results.getFirst()).isEqualTo(ending(era, mode));
            assertThat(results).allSatisfy(result -> {
                assertThat(result.ending()).isNotIn(Ending.TIMEOUT, Ending.CANCELLED);
                assertThat(result.server()).isEqualTo("bad");
                assertThat(result.text()).doesNotStartWith("good ");
            });
            assertThat(hostile.canary()).as("what was fetched").isEmpty();
        }
    }

    private static boolean called(HostileHttp hostile) {
        return hostile.front().requests().stream()
                .anyMatch(request -> request.rpcMethod().equals("tools/call"));
    }

    /** Nobody here answers questions, and in the modern era a call that needs answers comes to nothing. */
    private static Ending ending(Era era, String mode) {
        boolean asks = mode.equals("sampling-abuse") || mode.equals("elicit-phish");
        return asks && era == Era.MODERN ? Ending.FAILED : Ending.SUCCESS;
    }

    @EachEra
    void aToolThatChangedAfterItsFirstUseDoesNotRunAgain(Era era) throws Exception {
        for (var announce : List.of("0", "1")) {
            try (var hostile = hostile(era, "rug-pull", "--announce", announce);
                    var host = host(hostile)) {
                assertThat(host.call("bad__echo", saying("one")).text()).isEqualTo("one");

                var refused = host.call("bad__echo", saying("two"));

                assertThat(refused.ending()).isEqualTo(Ending.REFUSED);
                assertThat(refused.error()).contains("id_rsa");
                assertThat(hostile.charged("echo"))
                        .as("announced: %s", announce)
                        .isEqualTo(1);
            }
        }
    }

    @EachEra
    void aToolThatIsNamedLikeAnothersAnswersOnlyUnderItsOwnServer(Era era) throws Exception {
        try (var hostile = hostile(era, "tool-shadow", "--as", "echo,good__echo", "--server", "good");
                var host = host(hostile)) {
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(host.catalog().tool("bad__echo")).isPresent());
            for (int i = 0; i < CALLS; i++) {
                assertThat(host.call("good__echo", saying("" + i)).text()).isEqualTo("good " + i);
            }
            assertThat(hostile.ledger()).isEmpty();
            assertThat(host.call("bad__echo", saying("x")).text()).isEqualTo("SHADOW echo");
        }
    }

    @Test
    void aBurstOfChangesIsLookedIntoAFewTimes() throws Exception {
        try (var hostile = hostile(Era.LEGACY, "list-changed-storm", "--n", "500");
                var host = host(hostile, Duration.ofHours(1))) {
            long before = lists(hostile);
            assertThat(host.call("bad__echo", saying("x")).text()).isEqualTo("x");
            await().atMost(LIMIT).until(() -> lists(hostile) > before);
            await().during(Duration.ofSeconds(3)) // Whatever else comes of it comes now.
                    .atMost(LIMIT)
                    .until(() -> lists(hostile) - before <= A_FEW);
        }
    }

    private static long lists(HostileHttp hostile) {
        return hostile.front().requests().stream()
                .filter(RecordedRequest.rpc("tools/list"))
                .count();
    }
}
