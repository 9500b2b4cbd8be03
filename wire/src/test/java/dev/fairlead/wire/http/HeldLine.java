package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server of a single request whose answer the test says itself, piece by piece. */
final class HeldLine implements AutoCloseable {
    static final String EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    private final ServerSocket listener;
    private final BlockingQueue<Socket> asked = new LinkedBlockingQueue<>();

    HeldLine() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://localhost:%d/base".formatted(listener.getLocalPort());
    }

    /** Waits for the request, of which it reads the headers. */
    Socket asked() throws InterruptedException {
        var socket = asked.poll(60, TimeUnit.SECONDS);
        assertThat(socket).isNotNull();
        return socket;
    }

    static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        socket.getOutputStream().flush();
    }

    static void chunk(Socket socket, String text) throws IOException {
        say(socket, "%x\r\n%s\r\n".formatted(text.getBytes(UTF_8).length, text));
    }

    /** Waits until the other side is gone. */
    static void awaitEnd(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        int next = 0;
        try {
            while (next >= 0) {
                next = socket.getInputStream().read();
            }
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (var socket : asked) {
            socket.close();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                var head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int next = socket.getInputStream().read();
                    if (next < 0) {
                        return;
                    }
                    head.append((char) next);
                }
                asked.add(socket);
            } catch (IOException closed) {
                return;
            }
        }
    }
}
