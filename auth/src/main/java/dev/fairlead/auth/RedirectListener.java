package dev.fairlead.auth;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Waits on this machine for one person to come back from a login, and sends that person there. Nothing that comes in is
 * ever shown again, or logged: it is read here and by nothing else.
 */
final class RedirectListener implements AutoCloseable {
    private static final String OVER = "This login is over already.";
    private static final int MAX_LINE = 16 << 10;
    private static final int MAX_HEAD = 64 << 10;
    private static final int BACKLOG = 64;
    private static final int MAX_VISITORS = 64;
    private static final Duration VISIT = Duration.ofSeconds(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final ServerSocket socket;
    private final String path;
    private final String target;
    private final Predicate<String> expected;
    private final String start;
    private final CompletableFuture<Boolean> left = new CompletableFuture<>();
    private final AtomicBoolean leftTwice = new AtomicBoolean();
    private final Visits visits = new Visits(MAX_VISITORS, VISIT);
    private final CompletableFuture<Optional<String>> callback = new CompletableFuture<>();
    private final CompletableFuture<Boolean> verdict = new CompletableFuture<>();
    private final CountDownLatch told = new CountDownLatch(1);

    private RedirectListener(ServerSocket socket, String path, String target, Predicate<String> expected) {
        this.socket = socket;
        this.path = path.isEmpty() ? "/" : path;
        this.target = target;
        this.expected = expected;
        var random = new byte[16];
        new SecureRandom().nextBytes(random);
        this.start = "/login/" + HexFormat.of().formatHex(random);
    }

    /** Takes a port of this machine, so that nobody else can wait there; any port if the URI names none. */
    static ServerSocket bind(URI redirectUri) throws IOException {
        var host = redirectUri.getHost();
        boolean six = host != null && host.equals("[::1]");
        boolean here = six || "127.0.0.1".equals(host) || "localhost".equalsIgnoreCase(host);
        if (!here || !"http".equalsIgnoreCase(redirectUri.getScheme())) {
            throw new IOException("%s is not a port of this machine".formatted(redirectUri));
        }
        var address = InetAddress.getByAddress(
                six ? new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1} : new byte[] {127, 0, 0, 1});
        var socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(address, Math.max(redirectUri.getPort(), 0)), BACKLOG);
            return socket;
        } catch (IOException taken) {
            socket.close();
            throw taken;
        }
    }

    /**
     * Starts to wait.
     *
     * @param socket what {@link #bind} returned
     * @param path where the person comes back
     * @param target where the person is sent
     * @param expected tells whether an address to which somebody came back belongs to the login
     */
    static RedirectListener start(ServerSocket socket, String path, String target, Predicate<String> expected) {
        var listener = new RedirectListener(socket, path, target, expected);
        Thread.ofVirtual().name("fairlead-login").start(listener::accept);
        return listener;
    }

    /** Returns the address on this machine that sends its first visitor to the login, and nobody else. */
    String startUrl() {
        var host = socket.getInetAddress().getHostAddress();
        return "http://%s:%s%s".formatted(host.contains(":") ? "[::1]" : host, socket.getLocalPort(), start);
    }

    /** Has something done as soon as somebody was sent to the login. */
    void whenLeft(Runnable then) {
        var ignored = left.thenRun(then);
    }

    /** Tells whether two asked to be sent to the login, of which one was not the person. */
    boolean isLeftTwice() {
        return leftTwice.get();
    }

    /** Waits for the person. Returns the address, with everything in it; nothing if nobody came, or must not any more. */
    Optional<String> await(Duration limit) throws InterruptedException {
        try {
            return callback.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException nobody) {
            return Optional.empty();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("this future only completes normally", impossible);
        }
    }

    /** Tells the person how it ended. */
    void tell(boolean success) throws InterruptedException {
        verdict.complete(success);
        boolean ignored = told.await(LAST_WORDS.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        verdict.complete(false);
        try {
            socket.close();
        } catch (IOException unclean) {
            throw new IllegalStateException("a socket that only listens cannot be closed", unclean);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            Socket visitor;
            try {
                visitor = socket.accept();
            } catch (IOException over) {
                return; // Closed, or as good as closed: whoever waits has a limit.
            }
            visits.begin(visitor);
            Thread.ofVirtual().name("fairlead-login-visitor").start(() -> serve(visitor));
        }
    }

    private void serve(Socket visitor) {
        try (visitor) {
            var asked = asked(visits.words(visitor));
            visits.end(visitor); // The one who came back waits for the end of the login, and is not sent away.
            visitor.getOutputStream().write(answer(asked));
            visitor.shutdownOutput();
        } catch (IOException gone) {
            return; // Whoever asked has left, or had to.
        } finally {
            visits.end(visitor);
        }
    }

    /** Reads a request as far as it matters. Returns what is asked for; nothing if that is nothing we know. */
    private static Optional<String> asked(InputStream from) throws IOException {
        var in = new BufferedInputStream(from);
        var words = line(in).split(" ", -1);
        int head = 0;
        for (var header = line(in); !header.isEmpty(); header = line(in)) {
            head += header.length();
            if (head > MAX_HEAD) {
                throw new IOException("more headers than a browser sends");
            }
        }
        return words.length == 3 && words[0].equals("GET") ? Optional.of(words[1]) : Optional.empty();
    }

    private static String line(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream(128);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0 || bytes.size() > MAX_LINE) {
                throw new IOException("no line of HTTP");
            }
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private byte[] answer(Optional<String> asked) {
        var url = asked.orElse("");
        int query = url.indexOf('?');
        var place = query < 0 ? url : url.substring(0, query);
        if (place.equals(start)) {
            return leave();
        }
        return place.equals(path) ? cameBack(url) : page("404 Not Found", "", "There is nothing here.");
    }

    /** Sends the first visitor to the login. A second one says that somebody else has the way there, so that it is closed. */
    private byte[] leave() {
        if (left.complete(true)) {
            return page("302 Found", "Location: " + target + "\r\n", "");
        }
        leftTwice.set(true);
        boolean ended = callback.complete(Optional.empty());
        return page(
                "409 Conflict",
                "",
                ended
                        ? "This link was used before, perhaps by somebody else, so that the login has ended. Begin"
                                + " again."
                        : OVER);
    }

    private byte[] cameBack(String url) {
        if (!expected.test(url)) {
            return page("400 Bad Request", "", "This does not belong to the login that was begun.");
        }
        if (!callback.complete(Optional.of(url))) {
            return page("409 Conflict", "", OVER);
        }
        try {
            return page(
                    "200 OK",
                    "",
                    verdict.join()
                            ? "You are logged in. You may close this page."
                            : "The login failed. You may close this page; the program says why.");
        } finally {
            told.countDown();
        }
    }

    private static byte[] page(String status, String header, String text) {
        var body = "<!doctype html><meta charset=\"utf-8\"><title>Fairlead</title><p>" + text + "</p>\n";
        return ("HTTP/1.1 " + status + "\r\n"
                        + header
                        + "Content-Type: text/html; charset=utf-8\r\n"
                        + "Content-Length: " + body.length() + "\r\n"
                        + "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
                        + "X-Content-Type-Options: nosniff\r\n"
                        + "Referrer-Policy: no-referrer\r\n"
                        + "Cache-Control: no-store\r\n"
                        + "Connection: close\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
