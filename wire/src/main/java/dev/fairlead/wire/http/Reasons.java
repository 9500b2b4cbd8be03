package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Breakage;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
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
        return (attempted, server, maybeExecuted) -> new UnavailableException(attempted, server, words, failure);
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
        // The HTTP engine says so of a connection that was closed before or within the response.
        boolean cut = said != null && (said.startsWith("unexpected end of stream") || said.equals("stream closed"));
        return cut ? "the response ended early" : "%s".formatted(said == null ? failure.toString() : said);
    }
}
