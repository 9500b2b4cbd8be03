package dev.fairlead.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stands before a server and spoils its connections, in ways that can be changed at any time. */
public final class TcpFaultProxy implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final Duration GONE = Duration.ofSeconds(20);
    private static final byte[] HOME = {127, 0, 0, 1};

    private final String host;
    private final int target;
    private final Toxics toxics = new Toxics();
    private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile @Nullable ServerSocket listening;
    private volatile @Nullable Thread accepting;
    private volatile int port;

    private TcpFaultProxy(String host, int target) {
        this.host = host;
        this.target = target;
    }

    /** Starts a proxy, on a free port of this machine, that does no harm yet. */
    public static TcpFaultProxy to(String host, int port) {
        var proxy = new TcpFaultProxy(host, port);
        proxy.accept();
        return proxy;
    }

    /** Starts a proxy before the server of this address. */
    public static TcpFaultProxy to(String url) {
        var uri = URI.create(url);
        return to(uri.getHost(), uri.getPort());
    }

    /** Returns its own port. */
    public int port() {
        return port;
    }

    /** Returns an address of the server as it is through the proxy. */
    public String through(String url) {
        return url.replace(host + ":" + target, "127.0.0.1:" + port);
    }

    /** Holds every piece back for a while, in both directions. */
    public TcpFaultProxy latency(Duration pause) {
        toxics.latency = pause;
        return this;
    }

    /** Lets so many bytes through in a second, in each direction; 0 for any number. */
    public TcpFaultProxy throttle(int bytesPerSecond) {
        toxics.bytesPerSecond = bytesPerSecond;
        return this;
    }

    /** Breaks everything into pieces of this size, in both directions; 0 for any size. */
    public TcpFaultProxy slice(int bytes) {
        toxics.slice = bytes;
        return this;
    }

    /** Cuts a connection after so many bytes from the server; -1 for never. */
    public TcpFaultProxy limit(long bytes) {
        toxics.limit = bytes;
        return this;
    }

    /** Changes one in so many bytes from the server; 0 for none. */
    public TcpFaultProxy corrupt(int every) {
        toxics.corruptEvery = every;
        return this;
    }

    /** Takes everything in both directions and passes nothing on, new connections included, or goes on from here. */
    public TcpFaultProxy blackhole(boolean on) {
        toxics.blackhole = on;
        return this;
    }

    /** Resets every connection when the server's answer begins to come. */
    public TcpFaultProxy resetAnswers(boolean on) {
        toxics.resetAnswers = on;
        return this;
    }

    /** Does no more harm. */
    public void clear() {
        toxics.clear();
    }

    /** Resets every connection, so that the clients know it when this returns. */
    public void reset() {
        var present = List.copyOf(links);
        present.forEach(link -> link.end(true));
        try {
            for (var link : present) {
                link.awaitUnread(GONE);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends every connection towards the client, which can go on talking to nobody. */
    public void halfClose() {
        links.forEach(ProxyLink::halfClose);
    }

    /** Stops listening, so that connecting is refused; what is connected stays. */
    public void refuse() {
        var socket = listening;
        var last = accepting;
        if (socket == null || last == null) {
            return;
        }
        listening = null;
        try {
            socket.close();
            last.join(); // The port is free only when nobody waits on it any more.
        } catch (IOException unclean) {
            throw new UncheckedIOException(unclean);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Listens again, on the same port. */
    public void accept() {
        if (listening != null) {
            return;
        }
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(HOME), port), BACKLOG);
            port = socket.getLocalPort();
            listening = socket;
            accepting = Thread.ofVirtual().name("proxy-accept-" + port).start(() -> accept(socket));
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
    }

    private void accept(ServerSocket socket) {
        while (!socket.isClosed()) {
            Socket client;
            try {
                client = socket.accept();
            } catch (IOException closed) {
                return;
            }
            accepted.incrementAndGet();
            var link = new ProxyLink(client, toxics, links::remove);
            links.add(link);
            link.start(host, target);
        }
    }

    /** Returns how many connections there have been. */
    public int accepted() {
        return accepted.get();
    }

    /** Returns how many connections are open. */
    public int open() {
        return links.size();
    }

    /** Ends everything. */
    @Override
    public void close() {
        refuse();
        reset();
    }
}
