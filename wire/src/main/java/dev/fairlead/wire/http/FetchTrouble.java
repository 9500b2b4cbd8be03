package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.http.FetchException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** Puts into words what went wrong with a fetch, without anything of the address but its host. */
final class FetchTrouble {
    static final String NOT_WHOLE = "there was no full answer in time";
    static final String NOT_BEGUN = "it did not begin to answer in time";

    private static final String CLOSED = "the HTTP engine was closed meanwhile, so open another one";

    private FetchTrouble() {}

    static FetchException redirected(String method, HttpUrl url, String what) {
        var text = what + ", which is not followed; tell its operator, or use the address that is right";
        return new FetchException(Kind.REFUSED, words(method, url, text), true, null);
    }

    static FetchException tooLarge(String method, HttpUrl url, String what, int mostBytes) {
        var text = "%s is larger than %s, which is more than is read; check that this is the right address"
                .formatted(what, TooLarge.shown(mostBytes));
        return new FetchException(Kind.TOO_LARGE, words(method, url, text), true, null);
    }

    static FetchException tooSlow(String method, HttpUrl url, String what, boolean maybeSeen) {
        var text = what + "; try again, or allow more time";
        return new FetchException(Kind.TOO_SLOW, words(method, url, text), maybeSeen, null);
    }

    static FetchException badAnswer(String method, HttpUrl url, String what, @Nullable IOException cause) {
        var text = what + "; check that this is the right address";
        return new FetchException(Kind.BAD_ANSWER, words(method, url, text), true, cause);
    }

    static FetchException closedHere(String method, HttpUrl url) {
        return new FetchException(Kind.UNREACHABLE, words(method, url, "its answer was closed here"), true, null);
    }

    /** Returns what is behind the failure of a request. */
    static FetchException of(
            String method, HttpUrl url, @Nullable Throwable failure, boolean maybeSeen, boolean closed) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FetchException understood) {
                return understood;
            }
        }
        return switch (failure) {
            case ProtocolException garbled when !isCut(garbled) -> garbled(method, url);
            case IOException broken -> unreachable(method, url, broken, maybeSeen, closed);
            case RuntimeException bug -> throw bug;
            case Error bug -> throw bug;
            case null, default -> throw new IllegalStateException(failure);
        };
    }

    /** Returns what is behind the failure to read an answer that had begun. */
    static FetchException inBody(String method, HttpUrl url, IOException failure, boolean closed) {
        boolean broken = failure instanceof SocketException
                || failure instanceof SSLException
                || failure instanceof EOFException
                || isCut(failure);
        if (closed || broken) {
            return unreachable(method, url, failure, true, closed);
        }
        return failure instanceof ProtocolException
                ? garbled(method, url)
                : badAnswer(method, url, "its answer is damaged", failure);
    }

    private static FetchException unreachable(
            String method, HttpUrl url, IOException failure, boolean maybeSeen, boolean closed) {
        var text = closed ? CLOSED : Excerpt.of(Reasons.of(failure));
        return new FetchException(Kind.UNREACHABLE, words(method, url, text), maybeSeen, failure);
    }

    /** Keeps no cause: its text quotes what the server sent, which may be what it was sent. */
    private static FetchException garbled(String method, HttpUrl url) {
        return badAnswer(method, url, "it does not answer in proper HTTP", null);
    }

    private static boolean isCut(IOException failure) {
        return String.valueOf(failure.getMessage()).startsWith("unexpected end of stream");
    }

    private static String words(String method, HttpUrl url, String text) {
        return "%s at '%s': %s".formatted(method, Hosts.shown(url), text);
    }
}
