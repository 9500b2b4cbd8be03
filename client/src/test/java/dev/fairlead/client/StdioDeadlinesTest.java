package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.profile;
import static dev.fairlead.client.Punctuality.CLOSING;
import static dev.fairlead.client.Punctuality.LIMIT;
import static dev.fairlead.client.Punctuality.SHORT;
import static dev.fairlead.client.Punctuality.opened;
import static dev.fairlead.client.Punctuality.within;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.HostileServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a process does, everything ends by its limit: connecting, lists, calls, closing. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Verifies("I-13")
@Tag("thorough")
class StdioDeadlinesTest {
    static Stream<Arguments> modes() {
        var modes = HostileServer.modes();
        return IntStream.range(0, modes.size())
                .boxed()
                .flatMap(i -> eras(i).map(era -> Arguments.of(era, modes.get(i))));
    }

    /** Returns both in a campaign; in a build they take turns. */
    private static Stream<Era> eras(int turn) {
        return Punctuality.STRICT ? Stream.of(Era.values()) : Stream.of(turn % 2 == 0 ? Era.LEGACY : Era.MODERN);
    }

    @AfterAll
    static void report() {
        System.out.println(Punctuality.report());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("modes")
    void everythingEndsByItsLimitWhateverTheHostileServerDoes(Era era, String mode) {
        var command =
                ServerCommand.of(HostileServer.command(mode, "--era", era.name().toLowerCase(Locale.ROOT)));
        var transport = StdioTransport.of(command).named("S");
        var client = opened(
                mode,
                HostileServer.opens(mode, era),
                limit -> McpClient.connect(
                        transport, profile().connectTimeout(limit).build()));
        client.ifPresent(open -> {
            within(LIMIT, "list, " + mode, () -> open.listTools(SHORT));
            within(LIMIT, "call, " + mode, () -> open.callTool("echo", Map.of("text", "x"), SHORT));
            within(CLOSING, "close, " + mode, open::close);
        });
    }
}
