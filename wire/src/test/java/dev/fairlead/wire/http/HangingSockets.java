package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/** Makes sockets that are never connected, until they are closed. */
final class HangingSockets extends SocketFactory {
    private final CountDownLatch connecting = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    void awaitConnect() throws InterruptedException {
        assertThat(connecting.await(60, TimeUnit.SECONDS)).isTrue();
    }

    void awaitClose() throws InterruptedException {
        assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress address, int timeout) throws SocketException {
                connecting.countDown();
                try {
                    awaitClose();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                throw new SocketException("closed");
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
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
