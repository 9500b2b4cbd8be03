package dev.fairlead.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/**
 * Keeps threads that cannot wait from connecting. Nothing ends the question for a proxy or a name, and these come before
 * every new connection, the one before the other.
 */
final class Offhand {
    private static final ThreadLocal<Boolean> HURRIED = new ThreadLocal<>();

    private Offhand() {}

    /** The failure of a step that would have needed a new connection; nothing of it was sent. */
    static final class UnconnectedException extends UnknownHostException {
        private static final long serialVersionUID = 1;

        UnconnectedException() {
            super("there is no connection at hand");
        }
    }

    /** A call of the engine. */
    @FunctionalInterface
    interface Calling {
        Response make() throws IOException;
    }

    /** Makes a call that fails with an {@link UnconnectedException} where it would need a new connection. */
    static Response make(Calling call) throws IOException {
        HURRIED.set(true);
        try {
            return call.make();
        } catch (ConnectingException refused) {
            throw new UnconnectedException();
        } finally {
            HURRIED.remove();
        }
    }

    /** Has a client mind the haste of its callers. */
    static void minded(OkHttpClient.Builder client, ProxySelector proxies) {
        client.dns(Offhand::lookup);
        client.proxySelector(new Proxies(proxies));
    }

    private static List<InetAddress> lookup(String host) throws UnknownHostException {
        if (HURRIED.get() != null) {
            throw new UnconnectedException(); // A name that no address of a proxy can hold comes here at once.
        }
        return Dns.SYSTEM.lookup(host);
    }

    /** What a selector, which may fail in no declared way, fails with. */
    private static final class ConnectingException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class Proxies extends ProxySelector {
        private final ProxySelector inner;

        Proxies(ProxySelector inner) {
            this.inner = inner;
        }

        @Override
        public List<Proxy> select(URI uri) {
            if (HURRIED.get() != null) {
                throw new ConnectingException();
            }
            return inner.select(uri);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            inner.connectFailed(uri, address, failure);
        }
    }
}
