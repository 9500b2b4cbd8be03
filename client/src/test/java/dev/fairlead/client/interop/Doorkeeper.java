package dev.fairlead.client.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keeps one address for a server that comes and goes on ports of its own, and counts who wants to see it. */
final class Doorkeeper implements AutoCloseable {
    private static final Pattern NOTABLE = Pattern.compile("(GET) /|\"method\":\"(initialize|server/discover)\"");
    private static final int LONGEST_NOTABLE = 64;
    private static final int NOBODY = -1;

    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> visitors = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final int port;
    private volatile int server;
    private volatile @Nullable ServerSocket listening;

    /** Begins to listen, for a server that listens already. */
    Doorkeeper(WebServer first) {
        var socket = bind(0);
        port = socket.getLocalPort();
        server = first.port();
        listen(socket);
    }

    String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    /** Returns how many connections there have been, those included that nobody was there for. */
    int connections() {
        return connections.get();
    }

    /** Returns how many requests there have been of {@code GET}, {@code initialize} or {@code server/discover}. */
    int requests(String kind) {
        return requests.computeIfAbsent(kind, any -> new AtomicInteger()).get();
    }

    /** Resets every connection from now on. */
    void nobodyHome() {
        server = NOBODY;
    }

    /** Lets connecting be refused from now on. */
    void goAway() throws IOException {
        server = NOBODY;
        var socket = listening;
        if (socket != null) {
            listening = null;
            socket.close();
        }
    }

    /** Cuts every connection that there is; whoever comes next is led on. */
    void cut() throws IOException {
        for (var visitor : visitors) {
            visitor.close();
        }
    }

    /** Leads everybody to another server from now on. */
    void open(WebServer next) {
        server = next.port();
        if (listening == null) {
            listen(bind(port));
        }
    }

    @Override
    public void close() throws IOException {
        goAway();
    }

    private static ServerSocket bind(int port) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen(ServerSocket socket) {
        listening = socket;
        Thread.ofPlatform().daemon().name("doorkeeper").start(() -> {
            try {
                while (true) {
                    var visitor = socket.accept();
                    connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> lead(visitor));
                }
            } catch (IOException closed) {
                return;
            }
        });
    }

    private void lead(Socket visitor) {
        try (visitor;
                var behind = new Socket()) {
            visitor.setSoLinger(true, 0);
            visitors.add(visitor);
            if (server == NOBODY) {
                return;
            }
            behind.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server));
            visitor.setTcpNoDelay(true);
            behind.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> answer(behind, visitor));
            ask(visitor, behind);
        } catch (IOException over) {
            return; // Closed, which is what the other side gets to see.
        } finally {
            visitors.remove(visitor);
        }
    }

    private void ask(Socket visitor, Socket behind) throws IOException {
        var buffer = new byte[1 << 13];
        var in = visitor.getInputStream();
        var seen = "";
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            seen = note(seen + new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            behind.getOutputStream().write(buffer, 0, n);
        }
    }

    /** Counts what is notable and returns the rest, in which something notable may have begun. */
    private String note(String text) {
        int end = 0;
        for (var found = NOTABLE.matcher(text); found.find(); end = found.end()) {
            var kind = found.group(1) == null ? found.group(2) : found.group(1);
            requests.computeIfAbsent(kind, any -> new AtomicInteger()).incrementAndGet();
        }
        return text.substring(Math.max(end, text.length() - LONGEST_NOTABLE));
    }

    private static void answer(Socket behind, Socket visitor) {
        try (behind;
                visitor) {
            behind.getInputStream().transferTo(visitor.getOutputStream());
            visitor.setSoLinger(false, 0); // What was said until here arrives.
        } catch (IOException over) {
            return;
        }
    }
}
