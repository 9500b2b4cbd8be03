package dev.fairlead.wire.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Connection;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Looks, before a request is written on a connection kept from an earlier one, whether the server has left it meanwhile.
 *
 * <p>A request written on a connection that the server has closed is lost in a way that cannot be told from a request
 * that was carried out, so this is worth a few microseconds.
 */
final class StaleCheck {
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock. Weak, because nobody tells when a connection is gone.
    private final Set<Connection> used = Collections.newSetFromMap(new WeakHashMap<>());

    /** Fails if the server has left the connection on which a request is about to be written. */
    void before(@Nullable Connection connection) throws IOException {
        // On HTTP/2 a thread of the engine reads all the time and notices by itself.
        if (connection != null && connection.protocol() == Protocol.HTTP_1_1 && reused(connection)) {
            check(connection.socket());
        }
    }

    private boolean reused(Connection connection) {
        lock.lock();
        try {
            return !used.add(connection);
        } finally {
            lock.unlock();
        }
    }

    private static void check(Socket socket) throws IOException {
        var seen = look(socket);
        if (seen != null) {
            // OkHttp closes the connection of a call that fails here, and the pool forgets those that are closed.
            throw new StaleConnectionException("the server left the kept connection: " + seen);
        }
    }

    /** Returns what makes the connection useless, or null. What is read is lost, but so is then the connection. */
    private static @Nullable String look(Socket socket) {
        try {
            // A TLS socket answers with the channel below it, where even a mere alert means the end.
            var channel = socket.getChannel();
            int count = channel == null ? readBriefly(socket) : readNow(channel);
            if (count == 0) {
                return null;
            }
            return count < 0 ? "closed" : "unasked bytes";
        } catch (IOException broken) {
            return String.valueOf(broken.getMessage());
        }
    }

    private static int readNow(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        try {
            return channel.read(ByteBuffer.allocate(1));
        } finally {
            channel.configureBlocking(true);
        }
    }

    private static int readBriefly(Socket socket) throws IOException {
        int timeout = socket.getSoTimeout();
        socket.setSoTimeout(1);
        try {
            int count = readUntilTimeout(socket);
            // The millisecond starts before the read does: a thread that is held up in between is told that it was
            // over, though nobody has looked. That does not happen twice in a row.
            return count == 0 ? readUntilTimeout(socket) : count;
        } finally {
            socket.setSoTimeout(timeout);
        }
    }

    private static int readUntilTimeout(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0 ? -1 : 1;
        } catch (SocketTimeoutException quiet) {
            return 0;
        }
    }
}
