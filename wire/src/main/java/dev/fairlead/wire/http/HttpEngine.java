package dev.fairlead.wire.http;

import dev.fairlead.wire.Release;
import java.io.IOException;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/** The connections over which any number of HTTP transports talk, and the settings that these connections share. */
public final class HttpEngine implements AutoCloseable {
    static final String USER_AGENT = "fairlead/" + Release.VERSION;

    private static final int MAX_IDLE = 64;
    // Common servers close an idle connection after 5 s: one who leaves earlier rarely meets one just being closed.
    private static final Duration IDLE = Duration.ofSeconds(4);

    private final OkHttpClient plain;
    private final @Nullable Tls tls;
    private final ReentrantLock securing = new ReentrantLock();
    private volatile @Nullable OkHttpClient secure; // shares all but its TLS with the plain one
    private final Gate gate;
    private final boolean shares;
    private final boolean closeable;

    private HttpEngine(Builder settings, boolean closeable) {
        this.shares = settings.http2;
        this.gate = new Gate(USER_AGENT);
        this.plain = plain(settings, gate, closeable);
        this.tls = settings.tls;
        if (tls != null) {
            secure = secured(); // Whoever has wishes hears at once that they cannot be fulfilled.
        }
        this.closeable = closeable;
    }

    /** Returns the one engine of this program that needs no closing; its {@link #close} does nothing. */
    public static HttpEngine shared() {
        return Shared.ENGINE;
    }

    /** Starts the settings of an engine of one's own. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the client behind, for any address.
     *
     * <p>It sends nothing twice as long as request bodies are one-shot. Calls fail with an {@link IOException} once the
     * engine is closed, and with a {@link StaleConnectionException} when nothing was sent and another try is due.
     */
    OkHttpClient client() {
        var ready = secure;
        if (ready != null) {
            return ready;
        }
        securing.lock();
        try {
            var one = secure == null ? secured() : secure;
            secure = one;
            return one;
        } finally {
            securing.unlock();
        }
    }

    /** Returns the same for one address: without TLS, a new process need not read certificates before its first call. */
    OkHttpClient client(HttpUrl url) {
        return url.isHttps() ? client() : plain;
    }

    private OkHttpClient secured() {
        var client = plain.newBuilder().connectionSpecs(List.of(ConnectionSpec.MODERN_TLS, ConnectionSpec.CLEARTEXT));
        if (tls != null) {
            tls.applyTo(client);
        }
        return client.build();
    }

    /** Tells whether a connection may carry several calls, so that none can be ended by closing it. */
    boolean sharesConnections() {
        return shares;
    }

    /** Ends every call and closes every connection; whatever is sent later fails with an {@link IOException}. */
    @Override
    public void close() {
        if (closeable) {
            gate.close();
            plain.connectionPool().evictAll();
            plain.dispatcher().executorService().shutdown();
        }
    }

    private static OkHttpClient plain(Builder settings, Gate gate, boolean closeable) {
        var client = new OkHttpClient.Builder()
                .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
                // The answer to a redirect, to a wait and to a lost connection depends on what was asked: not decided
                // here. Several addresses of a host are tried all the same.
                .followRedirects(false)
                .followSslRedirects(false)
                // On HTTP/2 it is needed to leave a connection that the server winds up; a one-shot body is repeated
                // only if nothing of it was sent.
                .retryOnConnectionFailure(settings.http2)
                // Limits are the callers', who cancel.
                .callTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .connectTimeout(settings.connectTimeout)
                .connectionPool(new ConnectionPool(MAX_IDLE, IDLE.toMillis(), TimeUnit.MILLISECONDS))
                .dispatcher(dispatcher())
                // An HTTP/2 connection carries calls of several threads, none of which may close it by an interrupt;
                // they wait beside the socket, not in it.
                .socketFactory(settings.http2 ? TunedSockets.shareable() : TunedSockets.interruptible())
                .protocols(settings.http2 ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1) : List.of(Protocol.HTTP_1_1))
                .addInterceptor(gate)
                .addNetworkInterceptor(new AroundExchange());
        if (closeable) {
            client.eventListener(gate); // Where nobody can close, nobody has to know who is inside.
        }
        Offhand.minded(client, settings.proxies == null ? usualProxies() : settings.proxies);
        return client.build();
    }

    private static ProxySelector usualProxies() {
        var usual = ProxySelector.getDefault();
        return usual == null ? ProxySelector.of(null) : usual;
    }

    /** Without limits of its own, and without threads that would keep a program from ending. */
    private static Dispatcher dispatcher() {
        var dispatcher = new Dispatcher(Executors.newVirtualThreadPerTaskExecutor());
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return dispatcher;
    }

    private static final class Shared {
        static final HttpEngine ENGINE = new HttpEngine(new Builder(), false);
    }

    /** The settings of an engine. */
    public static final class Builder {
        private @Nullable ProxySelector proxies;
        private @Nullable Tls tls;
        private boolean http2;
        private Duration connectTimeout = Duration.ofSeconds(10);

        private Builder() {}

        /** Sets who says which proxy leads to a server; without it, the one of the Java runtime does. */
        public Builder proxies(ProxySelector selector) {
            this.proxies = selector;
            return this;
        }

        /** Sets whom to trust and what to show; without it, the Java runtime's certificates and none. */
        public Builder tls(Tls settings) {
            this.tls = settings;
            return this;
        }

        /** Sets whether HTTP/2 is spoken with servers that offer it over TLS; without it, HTTP/1.1 is. */
        public Builder http2(boolean wanted) {
            this.http2 = wanted;
            return this;
        }

        /** Sets how long one address of a server may take to answer at all; without it, 10 s. */
        public Builder connectTimeout(Duration limit) {
            if (limit.compareTo(Duration.ofMillis(1)) < 0 || limit.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("a connect timeout lies between 1 ms and 1 day, not " + limit);
            }
            this.connectTimeout = limit;
            return this;
        }

        /** Makes the engine, which must be closed after use. */
        public HttpEngine build() {
            return new HttpEngine(this, true);
        }
    }
}
