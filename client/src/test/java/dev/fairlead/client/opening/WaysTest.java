package dev.fairlead.client.opening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order the ways to a session are tried, and what makes it worth trying the next. */
class WaysTest {
    private static List<String> kinds(HttpStrategy strategy, Optional<String> before) {
        var transport = HttpTransport.to("http://localhost/mcp").withStrategy(strategy);
        return Ways.of(transport, before).stream().map(Transport::kind).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP_FIRST | streamable HTTP,HTTP+SSE",
                "SSE_FIRST | HTTP+SSE,streamable HTTP",
                "HTTP_ONLY | streamable HTTP",
                "SSE_ONLY | HTTP+SSE"
            })
    @Verifies("E-6")
    void theStrategySaysTheOrder(HttpStrategy strategy, String order) {
        assertThat(kinds(strategy, Optional.empty())).isEqualTo(List.of(order.split(",", -1)));
    }

    @Test
    @Verifies("B-20")
    void whatWorkedTheLastTimeComesFirst() {
        assertThat(kinds(HttpStrategy.HTTP_FIRST, Optional.of("HTTP+SSE")))
                .containsExactly("HTTP+SSE", "streamable HTTP");
        assertThat(kinds(HttpStrategy.SSE_FIRST, Optional.of("streamable HTTP")))
                .containsExactly("streamable HTTP", "HTTP+SSE");
        assertThat(kinds(HttpStrategy.HTTP_ONLY, Optional.of("HTTP+SSE"))).containsExactly("streamable HTTP");
        assertThat(kinds(HttpStrategy.HTTP_FIRST, Optional.of("smoke signals")))
                .containsExactly("streamable HTTP", "HTTP+SSE");
    }

    private static McpException status(int status) {
        return new HttpStatusException("initialize", "s", status, "no", false);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 405, 406, 409, 410, 415, 422})
    @Verifies("E-6")
    void aServerThatRefusesOneWayMayWantTheOther(int status) {
        assertThat(Ways.another(status(status))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 408, 500, 502, 503, 504})
    void aServerThatIsBrokenOrElsewhereIsReported(int status) {
        assertThat(Ways.another(status(status))).isFalse();
    }

    @Test
    @Verifies("E-6")
    void answersThatMakeNoSenseMakeTheOtherWayWorthTrying() {
        assertThat(Ways.another(new ProtocolViolationException("unexpected content type text/html")))
                .isTrue();
        assertThat(Ways.another(new ServerErrorException("initialize", "s", RpcError.of(-32601, "what?"))))
                .isTrue();
    }

    @Test
    void whoeverIsNotThereOrLetsNobodyInIsReported() {
        for (var failure : List.of(
                new UnavailableException("initialize", "s", "refused", null),
                new ConnectionLostException("initialize", "s", "reset", true, null),
                new AuthorizationException("initialize", "s", Challenge.of(401, List.of())),
                new AuthorizationException("initialize", "s", Challenge.of(403, List.of())),
                new VersionException("s", List.of("2099-01-01"), List.of("2025-11-25")))) {
            assertThat(Ways.another(failure)).as(failure.getMessage()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32020, -32021, -32022})
    @Verifies("B-13")
    void anErrorThatOnlyModernServersKnowIsReported(int code) {
        assertThat(Ways.another(new ServerErrorException("initialize", "s", RpcError.of(code, "no"))))
                .isFalse();
    }
}
