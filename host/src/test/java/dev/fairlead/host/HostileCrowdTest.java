package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A good server among bad ones, many at once and in the end one of every kind: its calls are answered as if it were alone. */
@Timeout(600)
@Tag("thorough")
class HostileCrowdTest {
    private static final int CALLS = 200;
    private static final int ON_HTTP = 16;
    private static final int PROCESSES = 7;
    private static final HostCallOptions SHORT =
            HostCallOptions.within(Duration.ofSeconds(6)); // Some of them take seconds to start.

    static Stream<Arguments> crowdsOnHttp() {
        return Stream.of(Era.values())
                .flatMap(era -> Crowds.of(Crowds.badOnHttp(), ON_HTTP).stream().map(modes -> Arguments.of(era, modes)));
    }

    static Stream<List<String>> crowdsOfProcesses() {
        var alsoOnHttp = Crowds.badOnHttp();
        return Crowds.of(
                Crowds.badProcesses().stream()
                        .filter(Predicate.not(alsoOnHttp::contains))
                        .toList(),
                PROCESSES)
                .stream();
    }

    @ParameterizedTest
    @MethodSource("crowdsOnHttp")
    void goesOnAmongServersOnHttp(Era era, List<String> modes) {
        var bad = new ArrayList<HostileHttp>();
        try {
            var builder = Host.builder();
            for (var mode : modes) {
                var server = HostileHttp.mode(mode, "--era", era.name().toLowerCase(Locale.ROOT));
                bad.add(server);
                builder.server(mode, HttpTransport.to(server.url()).named(mode));
            }
            goesOn(builder, modes);
            assertThat(bad).flatMap(HostileHttp::canary).as("what was fetched").isEmpty();
        } finally {
            bad.forEach(HostileHttp::close);
        }
    }

    @ParameterizedTest
    @MethodSource("crowdsOfProcesses")
    void goesOnAmongProcesses(List<String> modes) {
        var builder = Host.builder();
        for (var mode : modes) {
            var command = ServerCommand.of(HostileServer.command(mode));
            builder.server(mode, StdioTransport.of(command).named(mode));
        }
        goesOn(builder, modes);
    }

    private static void goesOn(HostBuilder builder, List<String> modes) {
        var good = FakeServer.named("good")
                .tool(
                        Tool.of("echo", "Says what it hears", Json.object().put("type", "object")),
                        call -> CallToolResult.ofText("good " + call.text("text", "")))
                .build();
        try (var host = builder.server("good", good.transport()).open();
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var ofOthers = modes.stream()
                    .map(mode -> callers.submit(() -> host.call(mode + "__echo", Map.of("text", "x"), SHORT)))
                    .toList();
            // For as long as the others are called, and longer.
            for (int i = 0; i < CALLS || ofOthers.stream().anyMatch(call -> !call.isDone()); i++) {
                var result = host.call("good__echo", Map.of("text", "call " + i));
                assertThat(result.success())
                        .as("call %d among %s: %s", i, modes, result.error())
                        .isTrue();
                assertThat(result.text()).isEqualTo("good call " + i);
            }
        }
    }
}
