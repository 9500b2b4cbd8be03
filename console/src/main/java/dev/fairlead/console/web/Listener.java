package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A port of this machine alone, at which requests are answered. The server is that of the JDK, with one handler for
 * everything: nothing is served that the handler has not looked at.
 */
public final class Listener implements AutoCloseable {
    /** The one address that is listened at, which other machines do not reach. */
    public static final String ADDRESS = loopback().getHostAddress();

    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 100;
    private static final int NEAR = 20;
    private static final int LAST_PORT = 65_535;

    private final HttpServer server;
    private final ExecutorService threads;
    private final AtomicBoolean serving = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Answers everything that comes. */
    @FunctionalInterface
    public interface Front {
        /** Answers a request, whatever it is. */
        void answer(HttpExchange exchange) throws IOException;
    }

    private Listener(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Takes a port: the one that is wished for if it is free, else one of those after it, else any. Whoever asks there
     * waits until it is served.
     *
     * @param wish 0 for any
     */
    public static Listener near(int wish) throws IOException {
        for (int port = wish; wish > 0 && port < wish + NEAR && port <= LAST_PORT; port++) {
            try {
                return at(port);
            } catch (BindException taken) {
                LOG.log(Level.DEBUG, "Port {0} is taken", String.valueOf(port));
            }
        }
        return at(0);
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }

    private static Listener at(int port) throws IOException {
        AddressLog.keepTokensOut();
        var server = HttpServer.create(new InetSocketAddress(loopback(), port), BACKLOG);
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("fairlead-console-", 0).factory());
        // Whoever begins to ask and does not go on holds a connection for a while only.
        server.setExecutor(exchange -> threads.execute(() -> Reception.of(exchange)));
        return new Listener(server, threads);
    }

    /** Begins to answer. */
    public void serve(Front front) {
        server.createContext("/", exchange -> answer(exchange, front));
        if (serving.compareAndSet(false, true)) {
            server.start();
        }
    }

    private static void answer(HttpExchange exchange, Front front) throws IOException {
        try (exchange) {
            if (!bringsMore(exchange)) {
                Reception.received();
            }
            front.answer(exchange);
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "Whoever asked has gone", gone);
            throw gone; // So that the server forgets the connection.
        } catch (RuntimeException | Error defect) {
            LOG.log(Level.ERROR, "Answering %s failed".formatted(exchange.getRequestMethod()), defect);
        }
    }

    private static boolean bringsMore(HttpExchange exchange) {
        var headers = exchange.getRequestHeaders();
        var length = headers.getFirst("Content-Length");
        return headers.containsKey("Transfer-Encoding") || (length != null && !length.equals("0"));
    }

    /** Returns the port. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Stops listening, and ends what is being answered. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            if (serving.compareAndSet(false, true)) {
                // The server of the JDK gives its port back only on the thread that starting it begins.
                server.start();
            }
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
