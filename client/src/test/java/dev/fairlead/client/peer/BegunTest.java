package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BegunTest {
    private static final String POLL = "tasks/get t1";

    private final Begun begun = new Begun(pay(), "shop");

    private static Invocation pay() {
        return Invocation.of("tools/call", Json.object().put("name", "pay"), "pay");
    }

    static Stream<McpException> pollsThatWereNeverSent() {
        return Stream.of(
                new ServerExitedException(POLL, "shop", 139, List.of("out of memory"), false),
                new HttpStatusException(POLL, "shop", 503, "busy", false),
                new ServerErrorException(POLL, "shop", RpcError.of(ErrorCode.INVALID_PARAMS, "no such task")),
                new CallTimeoutException(POLL, "shop", "none", Duration.ofSeconds(1), null, false),
                new ClientClosedException(POLL, "shop", false),
                new AuthorizationException(POLL, "shop", Challenge.of(401, List.of())),
                new LoginFailedException(POLL, "shop", Challenge.of(401, List.of()), "nobody came back", null),
                new CallCancelledException(POLL, "shop", false),
                new ConnectionLostException(POLL, "shop", "refused", false, null),
                new ConnectTimeoutException("shop", Duration.ofSeconds(1), "is silent", null));
    }

    @ParameterizedTest
    @MethodSource("pollsThatWereNeverSent")
    void aPollThatWasNeverSentDoesNotMakeTheCallSafeToRepeat(McpException poll) {
        assertThat(poll.maybeExecuted()).isFalse();
        var told = begun.told(poll);
        assertThat(told.maybeExecuted()).isTrue();
        assertThat(told)
                .hasMessageContainingAll("pay", "shop")
                .message()
                .doesNotContain("it was not carried out", "safe to repeat");
        if (!(poll instanceof ConnectTimeoutException)) {
            assertThat(told).hasSameClassAs(poll);
        }
    }

    @Test
    void whatSaysSoByItselfStaysAsItIs() {
        var lost = new ConnectionLostException(POLL, "shop", "reset", true, null);
        assertThat(begun.told(lost)).isSameAs(lost);
    }

    @Test
    void ofASecondAttemptItIsUnknownWhereItIsOfTheFirst() {
        var lost = new ConnectionLostException("tools/call pay", "shop", "reset", true, null);
        var busy = new HttpStatusException("tools/call pay", "shop", 429, "busy", false);
        var told = Begun.again(pay(), "shop", lost, busy);
        assertThat(told).isInstanceOf(HttpStatusException.class);
        assertThat(told.maybeExecuted()).isTrue();
        assertThat(told.getSuppressed()).containsExactly(lost);
    }

    @Test
    void ofASecondAttemptItIsKnownWhereTheFirstWasNeverSent() {
        var unsent = new ConnectionLostException("tools/call pay", "shop", "refused", false, null);
        var busy = new HttpStatusException("tools/call pay", "shop", 429, "busy", false);
        var told = Begun.again(pay(), "shop", unsent, busy);
        assertThat(told).isSameAs(busy);
        assertThat(told.getSuppressed()).containsExactly(unsent);
    }
}
