package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a process may tell at the wrong time or to the wrong address, and what it may leave untold. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("thorough")
class HostileNewsTest {
    private final Recording heard = new Recording();

    private McpClient connect(Era era, String mode, String... options) {
        var all = new ArrayList<>(HostileServer.command(mode, options));
        all.addAll(List.of("--era", era.name().toLowerCase(Locale.ROOT)));
        return McpClient.connect(
                StdioTransport.of(ServerCommand.of(all)).named("S"),
                NegotiationTest.profile()
                        .probePatience(Duration.ofSeconds(20))
                        .connectTimeout(Duration.ofSeconds(60))
                        .listener(heard)
                        .build());
    }

    @EachEra
    @Verifies({"A-45", "G-1"})
    void whatWasNotDeclaredIsNotUsed(Era era) {
        try (var client = connect(era, "cap-lie")) {
            assertThat(client.listTools()).isEmpty();
            assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(UnsupportedFeatureException.class);
            // What it logs is the last that it says, and only shown.
            await().atMost(LIMIT).until(() -> !heard.logs.isEmpty());
            assertThat(client.violations()).containsEntry(Violation.Kind.STRAY_NOTIFICATION, 2L);
        }
        assertThat(heard.events).isEmpty();
        assertThat(heard.errorLines).isEmpty();
    }

    @EachEra
    @Verifies("C-8")
    void aServerThatDoesTheWorkAndDiesIsNotAskedASecondTime(Era era, @TempDir Path folder) throws Exception {
        var ledger = folder.resolve("ledger");
        try (var client = connect(era, "exit-after", "--ledger", ledger.toString())) {
            var failure =
                    catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of("key", "order 66")));
            assertThat(failure).isInstanceOf(ServerExitedException.class);
            assertThat(failure.maybeExecuted()).isTrue();
            await().atMost(LIMIT).until(() -> client.state() instanceof ConnectionState.Failed);
            assertThatThrownBy(() -> client.callTool("echo", Map.of("key", "order 67")))
                    .isInstanceOf(McpException.class);
        }
        assertThat(Files.readAllLines(ledger)).containsExactly("order 66");
    }

    @Test
    @Verifies("B-11")
    void aRefusalUnderAForeignIdMeansThatTheServerIsOld() {
        try (var client = connect(Era.LEGACY, "discover-error")) {
            assertThat(client.server().version().era()).isEqualTo(Era.LEGACY);
            assertThat(client.callTool("echo", Map.of("text", "on we go")).text())
                    .isEqualTo("on we go");
        }
    }

    @Test
    @Verifies("G-28")
    void updatesThatNobodySubscribedToOrThatNameNothingAreNotHandedOn() throws Exception {
        try (var client = connect(Era.LEGACY, "sub-chaos");
                var subscription = client.subscribe(SubscriptionFilter.resource("x:a"))) {
            assertThat(subscription.next(LIMIT)).contains(new ServerEvent.ResourceUpdated("x:a"));
            client.ping();
            assertThatThrownBy(() -> subscription.next(Duration.ofMillis(50))).isInstanceOf(TimeoutException.class);
            assertThat(client.violations()).containsEntry(Violation.Kind.BAD_SHAPE, 2L);
        }
    }

    @Test
    @Verifies({"I-17", "I-18", "C-10"})
    void aSubscriptionHearsOnlyItsOwnNewsAndListensAgainWhenItIsDropped() throws Exception {
        try (var client = connect(Era.MODERN, "sub-chaos");
                var subscription = client.subscribe(SubscriptionFilter.toolsChanged())) {
            for (int round = 1; round <= 3; round++) {
                // Each time the server tells of one change to tools here, and of more too early or to others.
                assertThat(nextButPrompts(subscription)).isEqualTo(new ServerEvent.ToolsChanged());
                assertThat(client.violations().get(Violation.Kind.BAD_SHAPE)).isGreaterThanOrEqualTo(round);
            }
            assertThat(subscription.end()).isEmpty();
            assertThat(client.callTool("echo", Map.of("text", "alive")).text()).isEqualTo("alive");
        }
    }

    private static ServerEvent nextButPrompts(Subscription subscription) throws Exception {
        var event = subscription.next(LIMIT).orElseThrow();
        return event instanceof ServerEvent.PromptsChanged
                ? subscription.next(LIMIT).orElseThrow()
                : event;
    }

    @Test
    @Verifies("I-15")
    void newsOfAKindThatWasNotAskedForIsNotHandedOn() throws Exception {
        try (var client = connect(Era.MODERN, "sub-chaos");
                var subscription = client.subscribe(SubscriptionFilter.toolsChanged())) {
            assertThat(subscription.next(LIMIT)).contains(new ServerEvent.ToolsChanged());
            assertThat(subscription.next(LIMIT)).contains(new ServerEvent.ToolsChanged());
        }
    }

    @EachEra
    @Verifies("G-16")
    void aListThatIsOutOfDateAsSoonAsItIsReadIsReadOncePerCallAtMost(Era era) {
        try (var client = connect(era, "list-changed-echo")) {
            for (int i = 0; i < 10; i++) {
                assertThat(client.callTool("echo", Map.of("text", "call " + i)).text())
                        .isEqualTo("call " + i);
            }
            for (int i = 0; i < 5; i++) {
                client.ping(); // What would come of itself has come before the last answer.
            }
        }
        // News is told in order, so nothing comes after the end.
        await().atMost(LIMIT).until(() -> heard.stateNames().contains("Disconnected"));
        // The server tells of a change after each list, so what was told is what was asked.
        assertThat(heard.events).isNotEmpty().hasSizeLessThanOrEqualTo(10).containsOnly(new ServerEvent.ToolsChanged());
    }
}
