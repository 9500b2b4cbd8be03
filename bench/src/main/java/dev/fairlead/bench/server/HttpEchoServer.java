package dev.fairlead.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The fastest HTTP server there is: a thread for each connection, and ready-made bytes for answers. The path says how it
 * behaves, see {@link HttpEcho}.
 */
public final class HttpEchoServer {
    private static final int BACKLOG = 1024;
    private static final int STACK_BYTES = 256 << 10;

    private HttpEchoServer() {}

    /** Prints its port and serves until the input ends. */
    public static void main(String[] args) throws IOException {
        var served = new HttpAnswers(Answers.parse(args));
        try (var listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
            System.out.println(listening.getLocalPort());
            daemon("accept", () -> accept(listening, served));
            while (System.in.read() >= 0) {
                // Whoever started this server says nothing but that it is over.
            }
        }
    }

    private static void accept(ServerSocket listening, HttpAnswers served) {
        try {
            while (true) {
                var socket = listening.accept();
                served.countConnection();
                daemon("connection", () -> serve(socket, served));
            }
        } catch (IOException closed) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException(closed);
            }
        }
    }

    private static void serve(Socket socket, HttpAnswers served) {
        try (socket) {
            socket.setTcpNoDelay(true);
            new HttpEcho(socket.getInputStream(), socket.getOutputStream(), served).serve();
        } catch (IOException hungUp) {
            // Clients leave as they like; a bench that misses an answer says so itself.
            System.err.println("a client left: " + hungUp.getMessage());
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).stackSize(STACK_BYTES).start(work);
    }
}
