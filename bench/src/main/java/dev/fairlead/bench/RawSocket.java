package dev.fairlead.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The floor: ready-made bytes into kept connections, bytes out of them until the answer ends, nothing decoded. */
final class RawSocket implements Contender {
    private final String name;
    private final byte[] request;
    private final byte[] lastBytes;
    private final int port;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    /**
     * Calls this way.
     *
     * @param lastBytes with what an answer ends
     */
    RawSocket(String name, HttpCall call, int port, byte[] lastBytes) {
        this.name = name;
        this.request = call.bytes(port);
        this.port = port;
        this.lastBytes = lastBytes;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void call() throws IOException {
        var kept = idle.pollFirst();
        var connection = kept == null ? new Connection(new Socket(InetAddress.getLoopbackAddress(), port)) : kept;
        connection.socket.getOutputStream().write(request);
        read(connection);
        idle.addFirst(connection);
    }

    private void read(Connection connection) throws IOException {
        var in = connection.socket.getInputStream();
        var buffer = connection.buffer;
        int filled = 0;
        while (!ended(buffer, filled)) {
            int count = in.read(buffer, filled, buffer.length - filled);
            if (count < 0) {
                throw new IOException("the server is gone");
            }
            filled += count;
        }
    }

    private boolean ended(byte[] buffer, int filled) {
        if (filled < lastBytes.length) {
            return false;
        }
        for (int i = 1; i <= lastBytes.length; i++) {
            if (buffer[filled - i] != lastBytes[lastBytes.length - i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        try {
            for (var connection : idle) {
                connection.socket.close();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static final class Connection {
        private final Socket socket;
        private final byte[] buffer = new byte[8 << 10];

        Connection(Socket socket) {
            this.socket = socket;
        }
    }
}
