package dev.fairlead.wire.http;

import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.List;
import java.util.Optional;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** Reaches a server by its URL. */
public final class HttpTransport implements Transport {
    /** The size up to which a message is read unless told otherwise. */
    public static final int USUAL_MAX_MESSAGE_BYTES = 16 << 20;

    private final HttpUrl url;
    private final String given;
    private final String server;
    private final Headers headers;
    private final OwnHeaders own; // one for all lines: two ways are the same only if they say the same
    private final @Nullable Authorizer authorizer;
    private final HttpStrategy strategy;
    private final HttpEngine engine;
    private final int maxMessageBytes;
    private final HttpWatcher watcher;

    private HttpTransport(
            HttpUrl url,
            String given,
            String server,
            Headers headers,
            @Nullable Authorizer authorizer,
            HttpStrategy strategy,
            HttpEngine engine,
            int maxMessageBytes,
            HttpWatcher watcher) {
        this.url = url;
        this.given = given;
        this.server = server;
        this.headers = headers;
        this.own = new OwnHeaders(headers);
        this.authorizer = authorizer;
        this.strategy = strategy;
        this.engine = engine;
        this.maxMessageBytes = maxMessageBytes;
        this.watcher = watcher;
    }

    /**
     * Returns a transport to a URL, which is used exactly as given. A user name and password in it become a header.
     *
     * @throws IllegalArgumentException if it is no {@code http} or {@code https} URL
     */
    public static HttpTransport to(String url) {
        var parsed = HttpUrl.parse(url);
        if (parsed == null) {
            throw new IllegalArgumentException(
                    "not an http or https URL: " + ShownAddress.place(url).replaceAll("//.*@", "//"));
        }
        var headers = parsed.username().isEmpty()
                ? Headers.NONE
                : Headers.NONE.with("Authorization", Credentials.basic(parsed.username(), parsed.password()));
        var bare = parsed.newBuilder().username("").password("").fragment(null).build();
        return new HttpTransport(
                bare,
                parsed.username().isEmpty() && parsed.fragment() == null ? url.strip() : bare.toString(),
                nameOf(bare),
                headers,
                null,
                HttpStrategy.HTTP_FIRST,
                HttpEngine.shared(),
                USUAL_MAX_MESSAGE_BYTES,
                HttpWatcher.NONE);
    }

    /** Returns this transport with another name for the server. */
    public HttpTransport named(String name) {
        return new HttpTransport(url, given, name, headers, authorizer, strategy, engine, maxMessageBytes, watcher);
    }

    /**
     * Returns this transport with a header on every request.
     *
     * @throws IllegalArgumentException if the name or the value is not fit to travel, or the name is the protocol's
     */
    public HttpTransport withHeader(String name, String value) {
        return new HttpTransport(
                url,
                given,
                server,
                headers.withOwn(name, value),
                authorizer,
                strategy,
                engine,
                maxMessageBytes,
                watcher);
    }

    /** Returns this transport with somebody who says who is asking, where no {@code Authorization} header does. */
    public HttpTransport withAuthorizer(Authorizer who) {
        return new HttpTransport(url, given, server, headers, who, strategy, engine, maxMessageBytes, watcher);
    }

    /** Returns the address, as it was given but for a user name and password. */
    public String url() {
        return given;
    }

    /**
     * Returns a transport to another path of the same origin, on the same connections, that says nothing of who is
     * asking: neither headers nor the query go along.
     */
    public HttpTransport elsewhere(String path) {
        var other = url.newBuilder().encodedPath(path).query(null).build();
        return new HttpTransport(
                other,
                other.toString(),
                nameOf(other),
                Headers.NONE,
                null,
                HttpStrategy.HTTP_FIRST,
                engine,
                maxMessageBytes,
                watcher);
    }

    /** Tells whether the address is, or may be, one that every machine has for itself. */
    public boolean loopback() {
        return Hosts.reachOf(url.host()).orElse(Reach.LOOPBACK) == Reach.LOOPBACK;
    }

    /** Returns this transport with another order of ways to try. */
    public HttpTransport withStrategy(HttpStrategy order) {
        return new HttpTransport(url, given, server, headers, authorizer, order, engine, maxMessageBytes, watcher);
    }

    /** Returns this transport on connections of another engine. */
    public HttpTransport withEngine(HttpEngine own) {
        return new HttpTransport(url, given, server, headers, authorizer, strategy, own, maxMessageBytes, watcher);
    }

    /** Returns this transport with another limit for the size of a message. */
    public HttpTransport withMaxMessageBytes(int bytes) {
        return new HttpTransport(url, given, server, headers, authorizer, strategy, engine, bytes, watcher);
    }

    /** Returns this transport with somebody who hears of every request. */
    public HttpTransport watchedBy(HttpWatcher hearing) {
        return new HttpTransport(url, given, server, headers, authorizer, strategy, engine, maxMessageBytes, hearing);
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public String kind() {
        return strategy == HttpStrategy.SSE_ONLY ? sse().kind() : "streamable HTTP";
    }

    @Override
    public Optional<String> identity() {
        // What the query says may be secret, and this key is kept; that it differs is enough to know.
        return Optional.of("%s %s#%s".formatted(strategy.id(), server, url.hashCode()));
    }

    @Override
    public String epoch() {
        return authorizer == null ? "" : authorizer.epoch(given);
    }

    @Override
    public boolean reachesModern() {
        return strategy != HttpStrategy.SSE_ONLY;
    }

    @Override
    public List<Transport> handshakes() {
        return switch (strategy) {
            case HTTP_FIRST -> List.of(this, sse());
            case SSE_FIRST -> List.of(sse(), this);
            case HTTP_ONLY, SSE_ONLY -> List.of(this);
        };
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        return strategy == HttpStrategy.SSE_ONLY
                ? sse().open(correlation, listener)
                : new HttpWire(endpoint(), correlation, listener);
    }

    /** Names the server; what else is in a URL may be secret. */
    @Override
    public String toString() {
        return server;
    }

    private SseTransport sse() {
        return new SseTransport(endpoint());
    }

    private Endpoint endpoint() {
        return new Endpoint(url, own, authorizer, engine, server, maxMessageBytes, given, watcher);
    }

    /** Names are in every error and log, so nothing is in them that looks like a key. */
    private static String nameOf(HttpUrl url) {
        boolean usual = url.port() == HttpUrl.defaultPort(url.scheme());
        var path = url.encodedPath().equals("/") ? "" : ShownAddress.path(url.encodedPath());
        return url.host() + (usual ? "" : ":" + url.port()) + path;
    }
}
