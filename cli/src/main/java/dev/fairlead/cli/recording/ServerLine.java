package dev.fairlead.cli.recording;

import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The line to a server, which may turn out to lead nowhere and be replaced by one that leads there in another way. */
final class ServerLine implements AutoCloseable {
    private final Transport transport;
    private final Correlation correlation;
    private final WireListener listener;
    private final Consumer<Wire> opened;
    private final ReentrantLock lock = new ReentrantLock();

    // Written under lock, from the thread of a handshake and from the one that ends it all.
    private Transport way;
    private volatile Wire wire;
    private boolean closed;

    /**
     * Opens it.
     *
     * @param opened is told each line that is opened
     */
    ServerLine(Transport transport, Correlation correlation, WireListener listener, Consumer<Wire> opened) {
        this.transport = transport;
        this.correlation = correlation;
        this.listener = listener;
        this.opened = opened;
        this.way = transport;
        this.wire = transport.open(correlation, listener);
        opened.accept(wire);
    }

    Wire wire() {
        return wire;
    }

    /** Returns the ways to a session. */
    List<Transport> ways() {
        return transport.handshakes();
    }

    /**
     * Takes one of them.
     *
     * @throws ClientClosedException if the line was closed meanwhile: nobody would close another one
     */
    void take(Transport next) {
        Wire former;
        Wire latter;
        lock.lock();
        try {
            if (closed) {
                throw new ClientClosedException("opening a session", transport.server(), false);
            }
            if (next.equals(way)) {
                return;
            }
            former = wire;
            latter = next.open(correlation, listener);
            way = next;
            wire = latter;
        } finally {
            lock.unlock();
        }
        former.close();
        opened.accept(latter);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        wire.close();
    }
}
