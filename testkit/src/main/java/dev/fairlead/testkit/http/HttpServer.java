package dev.fairlead.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A small HTTP/1.1 server on a free port of this machine that keeps every request and whose every byte can be made wrong. */
public final class HttpServer implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final Duration GONE = Duration.ofSeconds(20);
    private static final byte[] HOME = {127, 0, 0, 1};

    private final HttpHandler handler;
    private final Doorkeeper doorkeeper;
    private final Faults faults = new Faults();
    private final RequestLog log = new RequestLog();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile @Nullable ServerSocket listening;
    private volatile @Nullable Thread accepting;
    private volatile int port;

    private HttpServer(HttpHandler handler, Doorkeeper doorkeeper) {
        this.handler = handler;
        this.doorkeeper = doorkeeper;
    }

    /** Starts a server on a free port. */
    public static HttpServer start(HttpHandler handler) {
        return start(0, handler);
    }

    /** Starts a server on this port, or on a free one if it is 0. */
    public static HttpServer start(int port, HttpHandler handler) {
        return start(port, Doorkeeper.FOR_TESTS, handler);
    }

    /** Starts a server on this port, or on a free one if it is 0, that lets in whom the doorkeeper lets in. */
    public static HttpServer start(int port, Doorkeeper doorkeeper, HttpHandler handler) {
        var server = new HttpServer(handler, doorkeeper);
        server.port = port;
        server.start();
        return server;
    }

    /** Listens on its port, again after {@link #stop}. */
    public void start() {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(HOME), port), BACKLOG);
            port = socket.getLocalPort();
            listening = socket;
            accepting = Thread.ofVirtual().name("http-accept-" + port).start(() -> accept(socket));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
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
            var connection = new HttpConnection(this, client, accepted.incrementAndGet());
            connections.add(connection);
            if (socket.isClosed()) {
                connection.end(true);
            }
            Thread.ofVirtual().name("http-connection").start(connection::run);
        }
    }

    /** Stops listening, so that connecting is refused, and resets every connection. */
    public void stop() {
        var socket = listening;
        listening = null;
        if (socket != null) {
            try {
                socket.close();
                var last = accepting;
                if (last != null) {
                    last.join(); // The port is free only when nobody waits on it any more.
                }
            } catch (IOException unclean) {
                throw new UncheckedIOException(unclean);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
        cutConnections();
    }

    /** Resets every connection, so that the clients know it when this returns; new ones are welcome. */
    public void cutConnections() {
        var present = List.copyOf(connections);
        present.forEach(connection -> connection.end(true));
        try {
            for (var connection : present) {
                connection.awaitUnread(GONE);
            }
            var peers = present.stream().map(HttpConnection::peer).collect(Collectors.toSet());
            PeerSockets.awaitGone(peers, port);
        } catch (IOException unlisted) {
            throw new UncheckedIOException(unlisted);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends everything. */
    @Override
    public void close() {
        stop();
    }

    /** Returns the port. */
    public int port() {
        return port;
    }

    /** Returns scheme, host and port, without a slash at the end. */
    public String origin() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns the rules of what goes wrong. */
    public Faults faults() {
        return faults;
    }

    /** Lists every request so far, oldest first. */
    public List<RecordedRequest> requests() {
        return log.all();
    }

    /** Returns the first request of this kind, waiting for it; throws {@link AssertionError} if none comes. */
    public RecordedRequest awaitRequest(Predicate<RecordedRequest> wanted, Duration limit) throws InterruptedException {
        return log.await(wanted, limit);
    }

    /** Forgets the requests so far. */
    public void forgetRequests() {
        log.clear();
    }

    /** Lists what broke inside the server itself, which is a mistake of the test or of this kit. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Returns how many connections are open. */
    public int openConnections() {
        return connections.size();
    }

    /** Returns how many connections there have been. */
    public int acceptedConnections() {
        return accepted.get();
    }

    /** Returns how many streams of events are open. */
    public int openStreams() {
        streams.removeIf(stream -> !stream.open());
        return streams.size();
    }

    /** Breaks every open stream off in the middle, with a reset or by closing its connection without a word. */
    public void cutStreams(boolean reset) {
        streams.forEach(stream -> stream.cut(reset));
        streams.clear();
    }

    /** Ends every open stream in good order, whether its answer has come or not. */
    public void endStreams() {
        for (var stream : List.copyOf(streams)) {
            streams.remove(stream);
            try {
                stream.end();
            } catch (IOException gone) {
                stream.cut(false);
            }
        }
    }

    Doorkeeper doorkeeper() {
        return doorkeeper;
    }

    void judge(RecordedRequest head) throws TurnedAway {
        int verdict = doorkeeper.verdict().applyAsInt(head);
        if (verdict != 0) {
            throw new TurnedAway(verdict);
        }
    }

    void handle(HttpExchange exchange) throws IOException, InterruptedException {
        var fault = faults.next(exchange.request());
        if (fault == null) {
            handler.handle(exchange);
        } else {
            fault.strike(exchange, handler);
        }
    }

    void record(RecordedRequest request) {
        log.add(request);
    }

    void opened(EventStream stream) {
        streams.removeIf(one -> !one.open());
        streams.add(stream);
    }

    void closed(HttpConnection connection) {
        connections.remove(connection);
    }

    void failed(RecordedRequest request, Throwable failure) {
        failures.add(request.method() + " " + request.target() + ": " + failure);
    }
}
