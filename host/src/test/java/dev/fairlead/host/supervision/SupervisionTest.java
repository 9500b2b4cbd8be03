package dev.fairlead.host.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.CallOptions;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a supervised connection goes through. */
@Timeout(180)
class SupervisionTest {
    private static final Duration LIMIT = Watched.LIMIT;
    private static final RestartPolicy SOON =
            new RestartPolicy(Duration.ofMillis(1), Duration.ofMillis(5), 0, Duration.ofMinutes(1));
    private static final Care PATIENT = care(Duration.ofHours(1), LIMIT, InstantSource.system());

    private final CountDownLatch slow = new CountDownLatch(1);

    private static Care care(Duration idle, Duration check, InstantSource clock) {
        return new Care(SOON, SOON, idle, check, LIMIT, clock);
    }

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private static Prompt prompt(String name) {
        return Prompt.of(name, null);
    }

    private FakeServer server(Era era) {
        return FakeServer.named("s")
                .era(era)
                .tool(tool("t"), call -> CallToolResult.ofText("done"))
                .tool(tool("slow"), call -> {
                    slow.await();
                    return CallToolResult.ofText("at last");
                })
                .prompt(prompt("p"), call -> GetPromptResult.of(null))
                .resource(
                        Resource.of("mem:/r", "r"),
                        (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, "text/plain", "r")))
                .build();
    }

    private static CallOptions within(long millis) {
        return CallOptions.within(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aServerIsReadyWithItsToolsWhateverBecomesOfItsOtherLists(Era era) throws Exception {
        var meddler = new Meddler(server(era)).unheard("prompts/list", "resources/list", "resources/templates/list");
        try (var watched = Watched.of(meddler.transport(), LIMIT, PATIENT)) {
            watched.awaitStates("connecting", "ready");
            assertThat(watched.server.listing().orElseThrow().tools()).hasSize(2);
            assertThat(watched.server.listed(Deadline.after(Duration.ZERO))).isFalse();
            try (var use = watched.use()) {
                use.connection().refresh(Duration.ZERO, Deadline.after(LIMIT));
                assertThat(use.connection().client().callTool("t", null).text()).isEqualTo("done");
            }
        }
    }

    @Test
    void nobodySeesThatAServerIsReadyBeforeItIsTold() throws Exception {
        try (var watched = Watched.of(server(Era.MODERN).transport(), LIMIT, PATIENT)) {
            watched.awaitStates("connecting", "ready");
            assertThat(watched.untold).containsExactly("connecting", "connecting");
            assertThat(watched.server.stateNames()).containsExactly("ready");
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void whatElseIsOfferedFollows(Era era) throws Exception {
        var meddler = new Meddler(server(era)).keepBack("resources/list");
        try (var watched = Watched.of(meddler.transport(), LIMIT, PATIENT)) {
            watched.awaitStates("connecting", "ready");
            var listing = watched.awaitListing(it -> !it.prompts().isEmpty());
            assertThat(listing.resources()).isEmpty();
            meddler.release();
            assertThat(watched.awaitListing(it -> !it.resources().isEmpty()).tools())
                    .hasSize(2);
            assertThat(watched.server.listed(Deadline.after(LIMIT))).isTrue();
            assertThat(watched.remarks).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void theTimeToStartHoldsForTheToolsToo(Era era) throws Exception {
        var meddler = new Meddler(server(era)).unheard("tools/list");
        try (var watched = Watched.of(meddler.transport(), Duration.ofMillis(100), PATIENT)) {
            watched.awaitStates("connecting", "waiting");
        }
    }

    @Test
    void aServerThatDoesNotLetItselfBeListenedToIsReadyAllTheSame() throws Exception {
        var meddler = new Meddler(server(Era.MODERN)).unheard("subscriptions/listen");
        try (var watched = Watched.of(meddler.transport(), Duration.ofSeconds(8), PATIENT)) {
            watched.awaitStates("connecting", "ready");
            assertThat(watched.server.listing().orElseThrow().tools()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void listingTheToolsDoesNotMakeAChangeOfPromptsForgotten(Era era) throws Exception {
        var server = server(era);
        var meddler = new Meddler(server).untold("notifications/prompts/list_changed");
        try (var watched = Watched.of(meddler.transport(), LIMIT, PATIENT);
                var use = watched.use()) {
            // After each change in a row there is a longer pause, the last of which is long enough for what follows.
            for (int change = 2; change <= 7; change++) {
                int prompts = change;
                server.add(prompt("p" + change), call -> GetPromptResult.of(null));
                use.connection().changed(new ServerEvent.PromptsChanged());
                watched.awaitListing(it -> it.prompts().size() == prompts);
            }
            server.add(prompt("last"), call -> GetPromptResult.of(null));
            use.connection().changed(new ServerEvent.PromptsChanged());
            use.connection().refresh(Duration.ZERO, Deadline.after(LIMIT));
            watched.awaitListing(it -> it.prompts().size() == 8);
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aServerThatIsStuckIsLostAlsoWhileCallsWaitForIt(Era era) throws Exception {
        var server = server(era);
        var meddler = new Meddler(server);
        var care = care(Duration.ofMillis(50), Duration.ofMillis(50), InstantSource.system());
        try (var watched = Watched.of(meddler.transport(), LIMIT, care)) {
            watched.awaitStates("connecting", "ready");
            var waiting = inBackground(watched, "slow");
            server.awaitReceived(SupervisionTest::isCall, LIMIT); // From now on there is always one under way.
            meddler.unheard(Meddler.ALL);
            while (watched.states.isEmpty()) {
                try (var use = watched.use()) {
                    callInVain(use);
                }
            }
            watched.awaitStates("waiting", "connecting", "ready");
            assertThatThrownBy(() -> waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(McpException.class);
            try (var use = watched.use()) {
                assertThat(use.connection().client().callTool("t", null).text()).isEqualTo("done");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aSlowCallIsLeftInPeaceWhereTheServerGivesSignsOfLife(Era era) throws Exception {
        var server = server(era);
        var care = care(Duration.ofMillis(1), LIMIT, InstantSource.system());
        try (var watched = Watched.of(server.transport(), LIMIT, care)) {
            watched.awaitStates("connecting", "ready");
            var waiting = inBackground(watched, "slow");
            server.awaitReceived(SupervisionTest::isCall, LIMIT);
            for (int vain = 0; vain < 3; vain++) {
                long before = signsOfLife(server, era);
                try (var use = watched.use()) {
                    callInVain(use);
                }
                server.awaitReceived(message -> signsOfLife(server, era) > before, LIMIT);
            }
            slow.countDown();
            assertThat(waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("at last");
            assertThat(watched.states).isEmpty();
        }
    }

    private static boolean isCall(Message message) {
        return message instanceof Request asked && asked.method().equals("tools/call");
    }

    private static long signsOfLife(FakeServer server, Era era) {
        var method = era == Era.LEGACY ? "ping" : "server/discover";
        return server.received().stream()
                .filter(message ->
                        message instanceof Request asked && asked.method().equals(method))
                .count();
    }

    private static void callInVain(ManagedServer.Use use) {
        try {
            use.connection().client().callTool("slow", null, within(50));
        } catch (CallTimeoutException vain) {
            use.failed(vain);
        } catch (McpException gone) {
            return; // It is lost, as it should be.
        }
    }

    private static FutureTask<String> inBackground(Watched watched, String tool) {
        var task = new FutureTask<>(() -> {
            try (var use = watched.use()) {
                return use.connection().client().callTool(tool, null).text();
            }
        });
        Thread.ofVirtual().start(task);
        return task;
    }

    @Test
    void aClockThatIsSetBackKeepsNobodyWaiting() throws Exception {
        var time = new AtomicReference<>(Instant.parse("2026-11-15T12:00:00Z"));
        var server = server(Era.MODERN);
        var inner = Watched.opener(server.transport(), LIMIT);
        var attempts = new AtomicInteger();
        Opener opener = (lane, listener, line) -> {
            if (attempts.incrementAndGet() == 1) {
                throw new ConnectionLostException("connecting", "s", "gone", false, null);
            }
            return inner.open(lane, listener, line);
        };
        // Each look at the clock finds it an hour earlier.
        InstantSource clock = () -> time.updateAndGet(now -> now.minus(Duration.ofHours(1)));
        try (var watched = new Watched(server.transport(), opener, care(Duration.ofHours(1), LIMIT, clock))) {
            watched.awaitStates("connecting", "waiting", "connecting", "ready");
        }
    }

    @Test
    void whatIsMissingForNowIsTriedAgain() throws Exception {
        var server = server(Era.MODERN);
        var inner = Watched.opener(server.transport(), LIMIT);
        var attempts = new AtomicInteger();
        Opener opener = (lane, listener, line) -> {
            if (attempts.incrementAndGet() <= 2) {
                throw ConfigurationException.missing("s", "headersHelper", "failed with exit code 1", null);
            }
            return inner.open(lane, listener, line);
        };
        try (var watched = new Watched(server.transport(), opener, PATIENT)) {
            watched.awaitStates("connecting", "waiting", "connecting", "waiting", "connecting", "ready");
        }
    }
}
