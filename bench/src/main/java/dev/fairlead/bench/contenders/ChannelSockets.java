package dev.fairlead.bench.contenders;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/** Makes the sockets of channels, which an interrupt closes, as Fairlead has them. */
final class ChannelSockets extends SocketFactory {

    @Override
    public Socket createSocket() throws IOException {
        var channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel.socket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port); // Nobody here has a local address in mind.
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    private Socket connected(InetSocketAddress remote) throws IOException {
        var socket = createSocket();
        socket.connect(remote);
        return socket;
    }
}
