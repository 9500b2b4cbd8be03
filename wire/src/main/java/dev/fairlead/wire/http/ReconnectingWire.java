package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Multiplexer;
import dev.fairlead.wire.Sessions;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import dev.fairlead.wire.WireSession;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The old pair of streams, which can be opened again after it broke: a new line, and a new session, on the same wire. */
final class ReconnectingWire implements Wire {
    private final Endpoint endpoint;
    private final Correlation correlation;
    private final WireListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Written under lock.
    private volatile Pair pair;
    private volatile boolean entered; // a session, ever
    private volatile @Nullable Breakage over;

    ReconnectingWire(Endpoint endpoint, Correlation correlation, WireListener listener) {
        this.endpoint = endpoint;
        this.correlation = correlation;
        this.listener = listener;
        this.pair = open();
    }

    @Override
    public Exchange exchange(Request request, Headers headers, Deadline deadline)
            throws InterruptedException, TimeoutException {
        return pair.line().exchange(request, headers, deadline);
    }

    @Override
    public void post(Message message, Headers headers) {
        pair.line().post(message, headers);
    }

    @Override
    public void deliver(Message message, Deadline deadline) throws InterruptedException {
        var duplex = pair.duplex();
        try {
            duplex.deliver(MessageCodec.encode(message));
        } catch (Failed refused) {
            throw refused.breakage().during("sending a message", endpoint.server(), false);
        } catch (IOException broken) {
            var end = over;
            throw (end != null ? end : duplex.ending(broken)).during("sending a message", endpoint.server(), false);
        }
    }

    @Override
    public Exchange unsolicited() {
        return new News();
    }

    @Override
    public boolean multiplexed() {
        return true;
    }

    @Override
    public boolean stirred() {
        return pair.line().stirred();
    }

    @Override
    public Sessions sessions() {
        return new Renewal();
    }

    @Override
    public void breakOff(Breakage reason) {
        end(reason);
        pair.line().breakOff(reason);
    }

    @Override
    public void close() {
        end(Breakage.CLOSED);
        pair.line().close();
    }

    private Pair open() {
        var duplex = new SseDuplex(endpoint);
        var line = Multiplexer.over(
                endpoint.server(),
                duplex,
                correlation,
                listener,
                Thread.ofVirtual().factory());
        duplex.speakFor(line::refuse, line::awaits);
        return new Pair(duplex, line);
    }

    private record Pair(SseDuplex duplex, Multiplexer line) {}

    private void end(Breakage reason) {
        lock.lock();
        try {
            if (over == null) {
                over = reason;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The news of the present line, then of the next: a break in between is no end. */
    private final class News implements Exchange {
        @Override
        public Optional<Message> next(Deadline deadline) throws InterruptedException, TimeoutException {
            while (true) {
                var present = pair;
                try {
                    return present.line().unsolicited().next(deadline);
                } catch (McpException broke) {
                    if (over != null || !entered) {
                        throw broke; // Ended by us, or never a session in the first place.
                    }
                    listener.sessionLost();
                    awaitNext(present, deadline);
                }
            }
        }

        private void awaitNext(Pair broken, Deadline deadline) throws InterruptedException, TimeoutException {
            lock.lockInterruptibly();
            try {
                while (pair.equals(broken) && over == null) {
                    long nanos = deadline.remainingNanos();
                    if (nanos <= 0) {
                        throw new TimeoutException();
                    }
                    long ignored = changed.awaitNanos(nanos);
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean abandon() {
            return false;
        }
    }

    private final class Renewal implements Sessions {
        @Override
        public void enter(WireSession session) {
            entered = true; // The stream itself is the session.
        }

        @Override
        public void listen(Deadline patience) {
            // It is being listened to from the start.
        }

        @Override
        public boolean lost(McpException failure) {
            return pair.duplex().ended() && over == null && !failure.maybeExecuted();
        }

        @Override
        public void renew(Deadline deadline) {
            Pair broken;
            lock.lock();
            try {
                if (over != null) {
                    return; // The next exchange meets the end and says it.
                }
                broken = pair;
                pair = open();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            // Whoever still waits on it hears that it broke, also where its reader has not noticed: nobody has closed
            // the client.
            broken.line().breakOff(broken.duplex().ending(null));
            broken.line().close();
        }
    }
}
