package dev.fairlead.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.event.ErrorType;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.event.StateNames;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of a host. */
class HostMetersTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private final EventLog log = new EventLog(Redactor.usual());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final HostMeters meters = HostMeters.bind(log, registry, server -> ServerTraits.process("2025-11-25"));

    private void start(String server, long call) {
        log.publish(new HostEvent.CallStarted(AT, server, call, "add", Json.object(), null));
    }

    private void end(String server, long call, String tool, boolean success, String error) {
        var result = error.equals(ErrorType.TOOL) ? CallToolResult.failure("no") : null;
        log.publish(new HostEvent.CallEnded(
                AT,
                server,
                call,
                tool,
                success,
                result,
                null,
                false,
                Duration.ofMillis(250),
                1,
                error.isEmpty() ? null : error));
    }

    private void state(String state, int seconds) {
        log.publish(new HostEvent.StateChanged(AT.plusSeconds(seconds), "s", 0, state, null));
    }

    private void state(EventLog whose, String state, int seconds) {
        whose.publish(new HostEvent.StateChanged(AT.plusSeconds(seconds), "s", 0, state, null));
    }

    private static Map<String, String> tags(Meter meter) {
        return meter.getId().getTags().stream().collect(Collectors.toMap(Tag::getKey, Tag::getValue));
    }

    private double inState(String state) {
        return registry.get("fairlead.server.state").tag("state", state).gauge().value();
    }

    @Test
    void durationsHaveTheNamesOfTheConvention() {
        end("s", 1, "add", true, "");
        var timer = registry.get("mcp.client.operation.duration").timer();
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(250);
        assertThat(tags(timer))
                .isEqualTo(Map.of(
                        "mcp.method.name", "tools/call",
                        "gen_ai.operation.name", "execute_tool",
                        "gen_ai.tool.name", "add",
                        "network.transport", "pipe",
                        "mcp.protocol.version", "2025-11-25",
                        "error.type", "none",
                        "fairlead.server", "s"));
    }

    @Test
    void failuresAreToldApartBySort() {
        end("s", 1, "add", false, ErrorType.TOOL);
        end("s", 2, "add", false, ErrorType.of(new ServerErrorException("x", "s", RpcError.of(-32602, "bad"))));
        end("s", 3, "add", false, ErrorType.of(new CallTimeoutException("x", "s", "y", Duration.ZERO, null, true)));
        end("s", 4, "add", false, ErrorType.of(new IllegalStateException()));
        assertThat(registry.get("mcp.client.operation.duration").timers())
                .extracting(timer -> tags(timer).get("error.type"))
                .containsExactlyInAnyOrder("tool_error", "-32602", "timeout", "_OTHER");
    }

    @Test
    void callsInFlightAreCountedByServer() {
        start("a", 1);
        start("a", 2);
        start("b", 3);
        end("a", 1, "add", true, "");
        end("b", 99, "add", true, ""); // begun before anybody counted
        assertThat(registry.get("fairlead.calls.active")
                        .tag("fairlead.server", "a")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get("fairlead.calls.active")
                        .tag("fairlead.server", "b")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    @Test
    void aServerIsRestartedWhenItIsReadyAgain() {
        state("connecting", 0);
        state("ready", 1);
        assertThat(registry.find("fairlead.server.restarts").counter()).isNull();
        state("waiting", 11);
        state("connecting", 12);
        state("ready", 13);
        state("ready", 14);
        assertThat(registry.get("fairlead.server.restarts").counter().count()).isEqualTo(1);
        assertThat(registry.get("mcp.client.session.duration")
                        .tag("error.type", "connection_lost")
                        .timer()
                        .totalTime(TimeUnit.SECONDS))
                .isEqualTo(10);
        assertThat(inState("ready")).isEqualTo(1);
        assertThat(inState("waiting")).isZero();
    }

    @Test
    void aServerThatSomebodyStopsHasNotLostItsConnection() {
        for (var end : List.of(StateNames.STOPPING, StateNames.STOPPED, StateNames.IDLE)) {
            state(StateNames.READY, 0);
            state(end, 10);
        }
        assertThat(registry.get("mcp.client.session.duration").timers())
                .singleElement()
                .satisfies(timer -> {
                    assertThat(timer.count()).isEqualTo(3);
                    assertThat(tags(timer)).containsEntry("error.type", "none");
                });
    }

    @Test
    void eachPersonsSessionIsOneOfItsOwn() {
        var alice = log.as("alice");
        var bob = log.as("bob");
        state("ready", 0);
        state(alice, "ready", 1);
        state(bob, "connecting", 1);
        state(bob, "ready", 2);
        assertThat(inState("ready")).isEqualTo(3);
        assertThat(registry.find("fairlead.server.restarts").counter()).isNull();

        state(alice, "waiting", 11);
        state(alice, "ready", 12);
        state(bob, "stopping", 21);
        state(bob, "stopped", 22);

        assertThat(registry.get("fairlead.server.restarts").counter().count()).isEqualTo(1);
        assertThat(inState("ready")).isEqualTo(2);
        assertThat(inState("stopping")).isZero();
        assertThat(inState("stopped")).as("those who are gone leave nothing").isZero();
        assertThat(registry.get("mcp.client.session.duration")
                        .tag("error.type", "connection_lost")
                        .timer()
                        .totalTime(TimeUnit.SECONDS))
                .isEqualTo(10);
        assertThat(registry.get("mcp.client.session.duration")
                        .tag("error.type", "none")
                        .timer()
                        .totalTime(TimeUnit.SECONDS))
                .isEqualTo(19);
    }

    @Test
    void aCallWhoseResultIsTooLargeToKeepEndsLikeAnyOther() {
        var small = new EventLog(Redactor.usual(), 100, 4_000);
        try (var counting = HostMeters.bind(small, registry, server -> ServerTraits.unknown())) {
            assertThat(counting).isNotNull();
            small.publish(new HostEvent.CallStarted(AT, "big", 1, "t", Json.object(), null));
            small.publish(new HostEvent.CallEnded(
                    AT,
                    "big",
                    1,
                    "t",
                    true,
                    CallToolResult.ofText("x".repeat(10_000)),
                    null,
                    false,
                    Duration.ofMillis(250),
                    1));
            assertThat(registry.get("fairlead.calls.active")
                            .tag("fairlead.server", "big")
                            .gauge()
                            .value())
                    .isZero();
            assertThat(registry.get("mcp.client.operation.duration")
                            .tag("fairlead.server", "big")
                            .tag("error.type", "none")
                            .timer()
                            .totalTime(TimeUnit.MILLISECONDS))
                    .isEqualTo(250);
        }
    }

    @Test
    void aServerThatIsGoneIsInNoState() {
        state("ready", 1);
        log.publish(new HostEvent.Reconfigured(AT, "s", "removed"));
        assertThat(inState("ready")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatStoppedWithTheServerBeforeIsInNoState(boolean readyBeforeItIsTold) {
        for (int lane = 0; lane < 3; lane++) {
            lane(lane, "ready");
            lane(lane, "stopped");
        }
        assertThat(inState("stopped")).isEqualTo(3);
        var replaced = new HostEvent.Reconfigured(AT, "s", "added");
        if (!readyBeforeItIsTold) {
            log.publish(replaced);
        }
        lane(0, "connecting");
        lane(0, "ready");
        if (readyBeforeItIsTold) {
            log.publish(replaced);
        }
        assertThat(inState("ready")).isEqualTo(1);
        assertThat(inState("stopped")).isZero();
        assertThat(registry.get("fairlead.server.restarts").counter().count()).isEqualTo(1);
    }

    private void lane(int lane, String state) {
        log.publish(new HostEvent.StateChanged(AT, "s", lane, state, null));
    }

    @Test
    void retriesAndViolationsAreCounted() {
        log.publish(new HostEvent.CallRetried(AT, "s", 1, 2, Duration.ZERO, "busy"));
        log.publish(new HostEvent.Violated(AT, "s", new Violation(Violation.Kind.NOISE, "x")));
        assertThat(registry.get("fairlead.call.retries").counter().count()).isEqualTo(1);
        assertThat(registry.get("fairlead.violations")
                        .tag("kind", "noise")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void manyToolsDoNotMakeManyMeters() {
        for (int call = 0; call < 5_000; call++) {
            end("s", call, "tool-" + call, false, "error-" + call);
        }
        assertThat(registry.get("mcp.client.operation.duration").timers().size())
                .isLessThan(300);
        assertThat(registry.get("mcp.client.operation.duration")
                        .tag("gen_ai.tool.name", "_other")
                        .tag("error.type", "_other")
                        .timer()
                        .count())
                .isEqualTo(4_800);
        assertThat(log.failures()).isZero();
    }

    @Test
    void nothingIsCountedAfterTheEnd() {
        start("s", 1);
        meters.close();
        end("s", 2, "add", true, "");
        assertThat(registry.getMeters()).isEmpty();
    }
}
