package dev.fairlead.testkit.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One connection of a client through the proxy, and the one behind it. */
final class ProxyLink {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Socket client;
    private final Socket server = new Socket();
    private final Toxics toxics;
    private final Consumer<ProxyLink> whenOver;
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch unread = new CountDownLatch(1);
    private volatile boolean halfClosed;
    private long fromServer;

    ProxyLink(Socket client, Toxics toxics, Consumer<ProxyLink> whenOver) {
        this.client = client;
        this.toxics = toxics;
        this.whenOver = whenOver;
    }

    void start(String host, int port) {
        Thread.ofVirtual().name("proxy-up").start(() -> {
            try {
                server.connect(new InetSocketAddress(InetAddress.getAllByName(host)[0], port));
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.ofVirtual().name("proxy-down").start(() -> pump(server, client, true));
                pump(client, server, false);
            } catch (IOException refused) {
                end(true); // As the server did.
            } finally {
                unread.countDown();
            }
        });
    }

    /** Waits until nobody reads from the client any more: what was closed under a reader is closed only when it has left. */
    void awaitUnread(Duration limit) throws InterruptedException {
        if (!unread.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("a connection is still read after " + limit);
        }
    }

    private void pump(Socket from, Socket to, boolean down) {
        try {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            var buffer = new byte[1 << 13];
            boolean more;
            do {
                more = pass(in, out, buffer, down);
            } while (more);
            if (over.getCount() > 0) {
                to.shutdownOutput();
            }
            if (down) {
                end(false);
            }
        } catch (IOException | InterruptedException broken) {
            end(true);
        }
    }

    /** Passes one piece on; false at the end. */
    private boolean pass(InputStream in, OutputStream out, byte[] buffer, boolean down)
            throws IOException, InterruptedException {
        int slice = toxics.slice;
        int n = in.read(buffer, 0, slice > 0 ? Math.min(slice, buffer.length) : buffer.length);
        if (n < 0) {
            return false;
        }
        if (toxics.blackhole || (down && halfClosed)) {
            return true;
        }
        rest(toxics.latency.toNanos());
        int rate = toxics.bytesPerSecond;
        rest(rate > 0 ? n * SECOND / rate : 0);
        if (down) {
            if (toxics.resetAnswers) {
                end(true);
                return false;
            }
            corrupt(buffer, n);
            long limit = toxics.limit;
            int allowed = limit < 0 ? n : (int) Math.min(n, limit - fromServer);
            fromServer += n;
            out.write(buffer, 0, Math.max(0, allowed));
            return allowed == n;
        }
        out.write(buffer, 0, n);
        return true;
    }

    private void corrupt(byte[] buffer, int n) {
        int every = toxics.corruptEvery;
        for (int i = 0; every > 0 && i < n; i++) {
            if ((fromServer + i + 1) % every == 0) {
                buffer[i] ^= 0x55;
            }
        }
    }

    private void rest(long nanos) throws InterruptedException {
        if (nanos > 0 && over.await(nanos, TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the link is over");
        }
    }

    /** Ends the connection towards the client and keeps reading from it. */
    void halfClose() {
        halfClosed = true;
        try {
            client.shutdownOutput();
        } catch (IOException closed) {
            end(false);
        }
    }

    /** Ends both connections. */
    void end(boolean reset) {
        over.countDown();
        close(client, reset);
        close(server, reset);
        whenOver.accept(this);
    }

    private static void close(Socket socket, boolean reset) {
        try (socket) {
            if (reset && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException closedMeanwhile) {
            return; // There is nothing left to end.
        }
    }
}
