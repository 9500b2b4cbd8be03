package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.UnavailableException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Why connections fail, in words, and what that means for a call. */
final class ReasonsTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new UnknownHostException("x"), "there is no host of that name, so check the URL"),
                Arguments.of(new NoRouteToHostException("x"), "no route leads to its host, so check the network"),
                Arguments.of(
                        new ConnectException("x"),
                        "nobody answers at its address (connection refused), so check that it is running"),
                Arguments.of(
                        new SocketTimeoutException("x"),
                        "connecting took too long, so check the address and the network"),
                Arguments.of(new EOFException("x"), "the response ended early"),
                Arguments.of(new SocketException("Connection reset"), "the connection broke (Connection reset)"),
                Arguments.of(new SSLException("odd"), "no secure connection could be made (odd)"),
                Arguments.of(
                        new SSLException("odd", new IOException(new CertificateException("nobody knows it"))),
                        "its certificate is not trusted (nobody knows it)"),
                Arguments.of(new IOException("unexpected end of stream on http://h/"), "the response ended early"),
                Arguments.of(new IOException("stream closed"), "the response ended early"),
                Arguments.of(new ProtocolException("unexpected end of stream"), "the response ended early"),
                Arguments.of(
                        new ProtocolException("Unexpected status line: POST /mcp?token=x HTTP/1.1"),
                        "it does not answer in proper HTTP"),
                Arguments.of(new IOException("the disk is full"), "the disk is full"),
                Arguments.of(new IOException((String) null), "java.io.IOException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyFailureIsToldInWords(IOException failure, String words) {
        assertThat(Reasons.of(failure)).isEqualTo(words);
    }

    @Test
    void whatQuotesTheServerIsNoCauseEither() {
        for (var quoting : List.of(new ProtocolException("POST /?token=x"), new EOFException("content=token"))) {
            for (boolean begun : new boolean[] {true, false}) {
                assertThat(Failed.breakageOf(quoting, begun).during("tools/call x", "far", true))
                        .hasNoCause();
            }
        }
    }

    @Test
    void whatNeverReachedTheServerWasNotCarriedOut() {
        var refused = new ConnectException("refused");
        var failure = Failed.breakageOf(refused, false).during("tools/call x", "far", true);
        assertThat(failure)
                .isInstanceOf(UnavailableException.class)
                .hasCause(refused)
                .hasMessageContainingAll("tools/call x", "far", "nobody answers at its address");
        assertThat(failure.maybeExecuted()).isFalse();
    }

    @Test
    void whatBrokeLaterMayHaveBeen() {
        var failure = Failed.breakageOf(new EOFException(), true).during("tools/call x", "far", true);
        assertThat(failure).isInstanceOf(ConnectionLostException.class).hasMessageContaining("ended early");
        assertThat(failure.maybeExecuted()).isTrue();
    }

    @Test
    void whatIsUnderstoodAlreadyStaysAsItIs() {
        var known = new Failed(Reasons.unavailable(new UnknownHostException("x")));
        assertThat(Failed.breakageOf(known, true)).isSameAs(known.breakage());
        assertThat(known.passing()).isTrue();
        assertThat(known.forWantOfAuthorization()).isFalse();

        var wall = new Failed((attempted, server, maybeExecuted) ->
                new AuthorizationException(attempted, server, Challenge.of(401, List.of("Bearer"))));
        assertThat(wall.passing()).isFalse();
        assertThat(wall.forWantOfAuthorization()).isTrue();
    }
}
