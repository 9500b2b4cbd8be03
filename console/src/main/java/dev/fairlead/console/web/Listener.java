package dev.fairlead.console.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A port of this machine alone, at which requests are answered. The server is that of the JDK, with one handler for
 * everything: nothing is served that the handler has not looked at.
 */
public final class Listener implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int BACKLOG = 100;
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    static {
        // Events are small, and nobody should wait for the next one to see the last.
        if (System.getProperty(NO_DELAY) == null) {
            System.setProperty(NO_DELAY, "true");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads;

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

    /** Listens at a port, which must be free. */
    public static Listener at(int port, Front front) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), BACKLOG);
        var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("fairlead-console-", 0).factory());
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, front));
        server.start();
        return new Listener(server, threads);
    }

    private static void answer(HttpExchange exchange, Front front) {
        try (exchange) {
            front.answer(exchange);
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "Whoever asked has gone", gone);
        } catch (RuntimeException | Error defect) {
            LOG.log(Level.ERROR, "Answering %s failed".formatted(exchange.getRequestMethod()), defect);
        }
    }

    /**
     * Returns a free port: the one that is wished for if it is free, else one of those after it, else any.
     *
     * @param wish 0 for any
     */
    public static int free(int wish) throws IOException {
        for (int port = wish; wish > 0 && port < wish + 20 && port < 65_536; port++) {
            if (isFree(port)) {
                return port;
            }
        }
        try (var any = new ServerSocket()) {
            any.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0));
            return any.getLocalPort();
        }
    }

    private static boolean isFree(int port) {
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    /** Returns the port. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Stops listening, and ends what is being answered. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
