package dev.fairlead.testkit.http;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection, from its first request to its last. One thread reads, another answers; so a client that leaves is noticed. */
final class HttpConnection {
    private static final int LAST_BYTES = 1 << 18;
    private static final int LAST_MILLIS = 2_000;

    private final HttpServer server;
    private final Socket socket;
    private final int number;
    private final CountDownLatch unread = new CountDownLatch(1);
    private volatile @Nullable HttpExchange current;
    private volatile boolean last;
    private volatile boolean stale;

    HttpConnection(HttpServer server, Socket socket, int number) {
        this.server = server;
        this.socket = socket;
        this.number = number;
    }

    /** Serves until one side ends the connection. */
    void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            var reader = new RequestReader(socket.getInputStream(), number, server.doorkeeper());
            boolean more;
            do {
                more = serveOne(reader);
            } while (more && !last);
        } catch (IOException | InterruptedException ended) {
            return; // However a connection ends, the client notices by itself.
        } finally {
            unread.countDown();
            var open = current;
            if (open != null && !open.isOver()) {
                open.left();
            }
            server.closed(this);
        }
    }

    private boolean serveOne(RequestReader reader) throws IOException, InterruptedException {
        RecordedRequest request;
        try {
            var head = reader.head();
            if (head == null || stale) {
                return false;
            }
            if (server.faults().strikesBeforeBody(head)) {
                server.record(head);
                end(true);
                return false;
            }
            server.judge(head);
            request = reader.body(head);
        } catch (TurnedAway away) {
            turnAway(away.status(), reader);
            return false;
        }
        var exchange = new HttpExchange(request, this, socket.getOutputStream());
        current = exchange;
        server.record(request);
        var answering = Thread.ofVirtual().name("http-" + number).start(() -> answer(exchange));
        boolean more = reader.awaitMore();
        if (!more) {
            unread.countDown();
        }
        if (!more && !exchange.isOver()) {
            exchange.left();
        }
        answering.join();
        return more;
    }

    /** Answers, and ends the connection: what else comes on it was not meant for anybody. */
    private void turnAway(int status, RequestReader reader) throws IOException {
        var nobodys = new RecordedRequest(number, "", "", List.of(), "");
        new HttpExchange(nobodys, this, socket.getOutputStream()).answer(status, Map.of("Connection", "close"), "");
        // Whoever is cut off while sending may never read the answer.
        socket.shutdownOutput();
        socket.setSoTimeout(LAST_MILLIS);
        reader.discard(LAST_BYTES);
    }

    private void answer(HttpExchange exchange) {
        try {
            server.handle(exchange);
            if (last) {
                end(false);
            }
        } catch (IOException gone) {
            end(false);
        } catch (InterruptedException stop) {
            end(true);
        } catch (RuntimeException | Error broken) {
            server.failed(exchange.request(), broken);
            end(true);
        }
    }

    boolean open() {
        return !socket.isClosed();
    }

    void opened(EventStream stream) {
        server.opened(stream);
    }

    void lastExchange() {
        last = true;
    }

    void endOnReuse() {
        stale = true;
    }

    /** Returns the port of whoever has connected. */
    int peer() {
        return socket.getPort();
    }

    /** Waits until nobody reads any more: what was closed under a reader is closed only when that reader has left. */
    void awaitUnread(Duration limit) throws InterruptedException {
        if (!unread.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("connection %s is still read after %s".formatted(number, limit));
        }
    }

    /** Ends the connection, with a reset if so wished. */
    void end(boolean reset) {
        try (socket) {
            if (reset && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException closedMeanwhile) {
            return; // There is nothing left to end.
        }
    }
}
