package dev.fairlead.host.campaign;

import dev.fairlead.wire.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Where the servers of a soak report when they start, and from where they are told what to do. */
final class SoakDesk implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration AGAIN = Duration.ofMillis(20);
    private static final Pattern HELLO = Pattern.compile("\\S+ \\d{1,18}"); // a name and the number of a process

    private final ServerSocket listening;
    private final Map<String, Line> lines = new ConcurrentHashMap<>(); // by server; those of dead ones are replaced
    private final Map<String, Integer> approved = new ConcurrentHashMap<>();

    /** The line to one process. */
    private record Line(Socket socket, BufferedReader in, PrintWriter out, ProcessHandle process, String url) {
        boolean there() {
            return process.isAlive() && !socket.isClosed();
        }
    }

    SoakDesk() throws IOException {
        listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("desk").start(this::listen);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Returns which definition of its tool a server was allowed to have. */
    int approved(String server) {
        return approved.getOrDefault(server, 1);
    }

    /** Notes which definition a server has from now on when it starts. */
    void approve(String server, int version) {
        approved.put(server, version);
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                var socket = listening.accept();
                if (!greets(socket)) {
                    socket.close();
                }
            } catch (IOException over) {
                // Then nobody listens any more.
            }
        }
    }

    /** Takes down who has come; false if it was killed while it started. */
    private boolean greets(Socket socket) {
        try {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            var out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            var hello = in.readLine();
            if (hello == null || !HELLO.matcher(hello).matches()) {
                return false;
            }
            var words = hello.split(" ", 2);
            var process = ProcessHandle.of(Long.parseLong(words[1]));
            out.println(approved(words[0]));
            var url = in.readLine();
            if (url == null || process.isEmpty()) {
                return false;
            }
            var before = lines.put(words[0], new Line(socket, in, out, process.get(), url));
            if (before != null) {
                before.socket().close();
            }
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Returns the process of a server, waiting for it. */
    ProcessHandle process(String server) throws InterruptedException {
        return line(server).process();
    }

    /** Waits until this process of a server has reported; false if it ended without that. */
    boolean reports(String server, Process process) throws InterruptedException {
        while (process.isAlive()) {
            var line = lines.get(server);
            if (line != null && line.process().pid() == process.pid()) {
                return true;
            }
            Deadline.after(AGAIN).await();
        }
        return false;
    }

    /** Returns where a server listens, waiting for it. */
    String url(String server) throws InterruptedException {
        return line(server).url();
    }

    /** Has a server do something; returns what it says to that. */
    String tell(String server, String order) throws InterruptedException {
        var line = line(server);
        line.out().println(order);
        try {
            return String.valueOf(line.in().readLine());
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private Line line(String server) throws InterruptedException {
        var limit = Deadline.after(PATIENCE);
        while (!limit.passed()) {
            var line = lines.get(server);
            if (line != null && line.there()) {
                return line;
            }
            Deadline.after(AGAIN).await();
        }
        throw new IllegalStateException("%s does not report within %s".formatted(server, PATIENCE));
    }

    /** Ends all servers that are still there. */
    @Override
    public void close() throws IOException {
        listening.close();
        for (var line : lines.values()) {
            line.socket().close();
        }
    }
}
