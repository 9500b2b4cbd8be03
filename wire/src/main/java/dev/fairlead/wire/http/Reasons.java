package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Breakage;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a connection failed, in words that say what to do. */
final class Reasons {
    private Reasons() {}

    /** Returns the failure of whatever never got as far as the server. */
    static Breakage unavailable(IOException failure) {
        var words = of(failure);
        var cause = cause(failure);
        return (attempted, server, maybeExecuted) -> new UnavailableException(attempted, server, words, cause);
    }

    /** Returns a failure to be kept as a cause; none where its text quotes what the server sent, which may be what it was sent. */
    static @Nullable IOException cause(@Nullable IOException failure) {
        return failure instanceof ProtocolException || failure instanceof EOFException ? null : failure;
    }

    /** Returns what happened. */
    static String of(IOException failure) {
        return switch (failure) {
            case UnknownHostException unknown -> "there is no host of that name, so check the URL";
            case NoRouteToHostException unreachable -> "no route leads to its host, so check the network";
            case ConnectException refused ->
                "nobody answers at its address (connection refused), so check that it is running";
            case SocketTimeoutException slow -> "connecting took too long, so check the address and the network";
            case SSLException tls -> tls(tls);
            case EOFException ended -> "the response ended early";
            case ProtocolException garbled when !isCut(garbled) -> "it does not answer in proper HTTP";
            case SocketException broken -> "the connection broke (%s)".formatted(broken.getMessage());
            default -> text(failure);
        };
    }

    private static String tls(SSLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return "its certificate is not trusted (%s)".formatted(cause.getMessage());
            }
        }
        return "no secure connection could be made (%s)".formatted(failure.getMessage());
    }

    private static String text(IOException failure) {
        @Nullable String said = failure.getMessage();
        return isCut(failure) ? "the response ended early" : "%s".formatted(said == null ? failure.toString() : said);
    }

    /** Tells whether the connection was closed before or within the response, in the words of the HTTP engine. */
    private static boolean isCut(IOException failure) {
        @Nullable String said = failure.getMessage();
        return said != null && (said.startsWith("unexpected end of stream") || said.equals("stream closed"));
    }
}
