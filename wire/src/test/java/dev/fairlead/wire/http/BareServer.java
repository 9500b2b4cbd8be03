package dev.fairlead.wire.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** An HTTP server that can behave as badly as a test needs. */
final class BareServer implements AutoCloseable {
    /** What is done with a request once it has been read to its end. */
    enum Deed {
        /** Answers, and waits for the next one. */
        ANSWER,
        /** Answers, and closes without having said so. */
        ANSWER_AND_LEAVE,
        /** Answers that it is too busy, and waits for the next one. */
        TURN_AWAY,
        /** Closes. */
        LEAVE,
        /** Never answers. */
        HANG
    }

    private final ServerSocket listener;
    private final boolean secure;
    private final Queue<Deed> deeds = new ConcurrentLinkedQueue<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger executions = new AtomicInteger();
    private final BlockingQueue<Deed> done = new LinkedBlockingQueue<>();

    private BareServer(ServerSocketFactory sockets, boolean secure) throws IOException {
        this.listener = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.secure = secure;
        Thread.ofVirtual().start(this::accept);
    }

    static BareServer plain() throws IOException {
        return new BareServer(ServerSocketFactory.getDefault(), false);
    }

    static BareServer secure(SSLContext context) throws IOException {
        return new BareServer(context.getServerSocketFactory(), true);
    }

    HttpUrl url() {
        return HttpUrl.get("%s://localhost:%d/".formatted(secure ? "https" : "http", listener.getLocalPort()));
    }

    /** Says what to do with the next requests; those after them are answered. */
    BareServer will(Deed... next) {
        deeds.addAll(List.of(next));
        return this;
    }

    int connections() {
        return connections.get();
    }

    int executions() {
        return executions.get();
    }

    /** Waits until a request has been read and what was to be done is done. */
    @Nullable
    Deed awaitDeed() throws InterruptedException {
        return done.poll(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (var socket : open) {
            socket.close();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try {
            var in = new BufferedInputStream(socket.getInputStream());
            while (readRequest(in)) {
                executions.incrementAndGet();
                var next = deeds.poll();
                var deed = next == null ? Deed.ANSWER : next;
                carryOut(deed, socket);
                done.add(deed);
            }
        } catch (IOException ended) {
            // A connection may end at any time.
            open.remove(socket);
        }
    }

    private static void carryOut(Deed deed, Socket socket) throws IOException {
        if (deed == Deed.ANSWER || deed == Deed.ANSWER_AND_LEAVE) {
            var answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        }
        if (deed == Deed.TURN_AWAY) {
            var refusal = "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n";
            socket.getOutputStream().write(refusal.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        }
        if (deed == Deed.LEAVE || deed == Deed.ANSWER_AND_LEAVE) {
            socket.close();
        }
    }

    private static boolean readRequest(InputStream in) throws IOException {
        int length = 0;
        for (var line = line(in); ; line = line(in)) {
            if (line == null) {
                return false;
            }
            if (line.isEmpty()) {
                return in.readNBytes(length).length == length;
            }
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
    }

    private static @Nullable String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString().strip();
            }
            line.append((char) next);
        }
        return null;
    }
}
