package dev.fairlead.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicReference;

/** Stands between a store and its server, and can cut the line at the worst moment: between a deed and its answer. */
final class CuttingProxy implements AutoCloseable {
    private final int server;
    private final ServerSocket door;
    private final AtomicReference<Runnable> cut = new AtomicReference<>();

    CuttingProxy(int server) {
        this.server = server;
        try {
            this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Cuts the line instead of delivering the next answer, after doing something. */
    void cutNext(Runnable before) {
        cut.set(before);
    }

    /** Returns whether the line was cut since that was asked for. */
    boolean hasCut() {
        return cut.get() == null;
    }

    @Override
    public void close() throws IOException {
        door.close();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                var behind = new Socket(InetAddress.getLoopbackAddress(), server);
                Thread.ofVirtual().start(() -> pump(client, behind, false));
                Thread.ofVirtual().start(() -> pump(behind, client, true));
            } catch (IOException over) {
                return;
            }
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            var buffer = new byte[1 << 16];
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                var before = answers ? cut.getAndSet(null) : null;
                if (before != null) {
                    before.run();
                    return;
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException over) {
            // The other pump closed the sockets.
            Thread.onSpinWait();
        }
    }
}
