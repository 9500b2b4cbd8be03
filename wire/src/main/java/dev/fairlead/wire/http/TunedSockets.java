package dev.fairlead.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Makes sockets that send at once and notice when the machine at the other end is gone. */
final class TunedSockets extends SocketFactory {
    private static final int IDLE_SECONDS = 30;
    private static final int INTERVAL_SECONDS = 10;
    private static final int PROBES = 3;

    private final Opening opening;

    private TunedSockets(Opening opening) {
        this.opening = opening;
    }

    /** Returns a maker of sockets that close when a thread is interrupted in them, be it virtual or not. */
    static TunedSockets interruptible() {
        return new TunedSockets(TunedSockets::ofChannel);
    }

    /** Returns a maker of sockets that several threads can share, as an interrupt of one does no harm to the others. */
    static TunedSockets shareable() {
        return new TunedSockets(Socket::new);
    }

    @SuppressWarnings("resource") // the socket closes its channel
    private static Socket ofChannel() throws IOException {
        return SocketChannel.open().socket();
    }

    @Override
    public Socket createSocket() throws IOException {
        var socket = opening.open();
        try {
            tune(socket);
            return socket;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    private Socket connected(SocketAddress remote, @Nullable SocketAddress local) throws IOException {
        var socket = createSocket();
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.connect(remote);
            return socket;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private static void tune(Socket socket) throws IOException {
        set(socket, StandardSocketOptions.TCP_NODELAY, true);
        set(socket, StandardSocketOptions.SO_KEEPALIVE, true);
        set(socket, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        set(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        set(socket, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }

    private static <T> void set(Socket socket, SocketOption<T> option, T value) throws IOException {
        if (socket.supportedOptions().contains(option)) {
            socket.setOption(option, value);
        }
    }

    @FunctionalInterface
    private interface Opening {
        Socket open() throws IOException;
    }
}
