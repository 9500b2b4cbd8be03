package dev.fairlead.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;

/** Makes sockets like another factory, and remembers the newest. */
final class RecordedSockets extends SocketFactory {
    private final SocketFactory inner;
    private final AtomicReference<Socket> newest = new AtomicReference<>();

    RecordedSockets(SocketFactory inner) {
        this.inner = inner;
    }

    Socket newest() {
        return newest.get();
    }

    @Override
    public Socket createSocket() throws IOException {
        var socket = inner.createSocket();
        newest.set(socket);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
    }
}
