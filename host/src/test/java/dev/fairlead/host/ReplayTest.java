package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All failures here happened to a tool and on a server whose names are words of the policy. */
class ReplayTest {
    private static final String ATTEMPTED = "calling tool busy-timeout";
    private static final String SERVER = "temporary";

    private static boolean again(McpException failure, RetryPolicy policy) {
        return Replay.after(failure, Tool.of("busy-timeout", null, Json.object()), policy, false);
    }

    private static McpException answered(String text) {
        return new ServerErrorException(ATTEMPTED, SERVER, new RpcError(-32000, text, null));
    }

    static Stream<McpException> passing() {
        return Stream.of(
                answered("Upstream TIMEOUT"),
                answered("please try again later"),
                new HttpStatusException(ATTEMPTED, SERVER, 409, "resource busy", true),
                new CallTimeoutException(ATTEMPTED, SERVER, "30 s of silence", Duration.ofSeconds(30), null, true),
                new ConnectionLostException(ATTEMPTED, SERVER, "end of stream", true, null));
    }

    static Stream<McpException> lasting() {
        return Stream.of(
                answered("no such row"),
                new HttpStatusException(ATTEMPTED, SERVER, 409, "conflict", true),
                new HttpStatusException(ATTEMPTED, SERVER, 400, "", false),
                new InvalidArgumentsException(ATTEMPTED, SERVER, List.of()));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void whatTheServerSaysOrWhatHappenedMakesAFailureOneThatPasses(McpException failure) {
        assertThat(again(failure, RetryPolicy.transientErrors())).isTrue();
        assertThat(again(failure, RetryPolicy.SAFE))
                .as("it may have been carried out")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void whatThingsAreCalledSaysNothingOfAFailure(McpException failure) {
        assertThat(failure).hasMessageContaining("busy-timeout");
        assertThat(again(failure, RetryPolicy.transientErrors())).isFalse();
    }
}
