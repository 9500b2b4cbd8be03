package dev.fairlead.wire.http;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * A service of the user's choice that speaks HTTP and is no MCP server, such as a language model.
 *
 * <p>Redirects are followed within its origin alone, and never with what was posted. No cookies are sent or kept.
 */
public final class HttpService {
    private static final int MAX_PIECE_BYTES = 32 << 20; // Pictures come as text in one event.

    private final OkHttpClient client;
    private final HttpUrl base;
    private final AddressPolicy policy;
    private final Headers secret;

    /**
     * Knows a service by its address.
     *
     * @param baseUrl what the address of every request begins with
     * @param secret headers that go with every request, and that nobody but the service may see
     * @throws IllegalArgumentException if the address is none of a service, or would let others read the secrets
     */
    public HttpService(HttpEngine engine, String baseUrl, Headers secret) {
        this.base = checked(baseUrl, secret);
        this.policy = AddressPolicy.forServer(base.toString());
        this.secret = secret;
        this.client = engine.client()
                .newBuilder()
                .addNetworkInterceptor(Fetching::witness)
                .build();
    }

    /**
     * Posts JSON, and returns once the answer begins, whatever its status; it must be closed.
     *
     * <p>It is sent once: connections that the service had left are passed over only as long as nothing was sent.
     *
     * @param path below the address of the service, with what comes after a question mark
     * @throws FetchException if there is no answer
     */
    public StreamedAnswer post(String path, byte[] json, Headers headers, Deadline untilAnswerBegins)
            throws FetchException, InterruptedException {
        // Compressing a stream delays its pieces.
        var all = Headers.NONE
                .with("Accept", "text/event-stream, application/x-ndjson, application/json")
                .with("Accept-Encoding", "identity")
                .with(headers)
                .with(secret);
        return new Fetching(client, policy, "POST", all, new OnceWritten("application/json", json))
                .begin(at(path), MAX_PIECE_BYTES, untilAnswerBegins);
    }

    /**
     * Gets something small: an answer is read up to 1 MiB.
     *
     * @param path below the address of the service, with what comes after a question mark
     * @throws FetchException if there is no answer, which an answer with a bad status is not
     */
    public Fetched get(String path, Headers headers, Deadline deadline) throws FetchException, InterruptedException {
        return new Fetching(client, policy, "GET", headers.with(secret), null).fetch(at(path), deadline);
    }

    /** Returns a text without the secrets of this service, which it may have repeated. */
    public String hidden(String text) {
        return Secrets.hide(text, secret);
    }

    /** Names the host; what else there is may be secret. */
    @Override
    public String toString() {
        return Hosts.shown(base);
    }

    private HttpUrl at(String path) {
        var prefix = base.toString().replaceFirst("/+$", "");
        return Optional.ofNullable(HttpUrl.parse(prefix + "/" + path.replaceFirst("^/+", "")))
                .orElseThrow(() -> new IllegalArgumentException("no path of a service"));
    }

    private static HttpUrl checked(String baseUrl, Headers secret) {
        var url = HttpUrl.parse(baseUrl.strip());
        if (url == null) {
            throw new IllegalArgumentException("the address of a service is an http or https URL");
        }
        var host = Hosts.shown(url);
        if (!url.username().isEmpty() || !url.password().isEmpty() || url.query() != null || url.fragment() != null) {
            throw new IllegalArgumentException(
                    "the address of a service at '%s' ends with its path: no user, no question mark, no #"
                            .formatted(host));
        }
        boolean near = Hosts.reachOf(url.host())
                .filter(reach -> reach == Reach.LOOPBACK || reach == Reach.PRIVATE)
                .isPresent();
        if (!url.isHttps() && !near && !secret.values().isEmpty()) {
            throw new IllegalArgumentException(
                    "a key for '%s' is not sent over http, where anybody on the way can read it; use https"
                            .formatted(host));
        }
        return url;
    }
}
