package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Exchange;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.Sessions;
import dev.fairlead.wire.Wire;
import java.time.InstantSource;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A line that behaves as another one does, and tells all that goes over it. */
final class TappedWire implements Wire {
    private final Wire inner;
    private final Tap tap;
    private final InstantSource clock;
    private final long line;
    private final AtomicLong exchanges = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    TappedWire(Wire inner, Tap tap, InstantSource clock, long line) {
        this.inner = inner;
        this.tap = tap;
        this.clock = clock;
        this.line = line;
    }

    @Override
    public Exchange exchange(Request request, Headers headers, Deadline deadline)
            throws InterruptedException, TimeoutException {
        return tapped(request, () -> inner.exchange(request, headers, deadline));
    }

    @Override
    public Exchange converse(Request request, Headers headers, Deadline deadline)
            throws InterruptedException, TimeoutException {
        return tapped(request, () -> inner.converse(request, headers, deadline));
    }

    private Exchange tapped(Request request, Opening opening) throws InterruptedException, TimeoutException {
        long number = exchanges.incrementAndGet();
        // Told before it is sent: the answer may be there before the sender is back.
        sent(number, request);
        try {
            return new TappedExchange(opening.open(), tap, clock, line, number);
        } catch (RuntimeException | TimeoutException unsent) {
            tap.heard(new Traffic.Ended(clock.instant(), line, number, String.valueOf(unsent.getMessage())));
            throw unsent;
        }
    }

    @Override
    public void post(Message message, Headers headers) {
        sent(Traffic.NO_EXCHANGE, message);
        inner.post(message, headers);
    }

    @Override
    public void deliver(Message message, Deadline deadline) throws InterruptedException, TimeoutException {
        sent(Traffic.NO_EXCHANGE, message);
        inner.deliver(message, deadline);
    }

    @Override
    public Exchange unsolicited() {
        return new TappedExchange(inner.unsolicited(), tap, clock, line, Traffic.NO_EXCHANGE);
    }

    @Override
    public boolean multiplexed() {
        return inner.multiplexed();
    }

    @Override
    public boolean stirred() {
        return inner.stirred();
    }

    @Override
    public Sessions sessions() {
        return inner.sessions();
    }

    @Override
    public void breakOff(Breakage reason) {
        inner.breakOff(reason);
    }

    @Override
    public void close() {
        try {
            inner.close();
        } finally {
            if (!closed.getAndSet(true)) {
                tap.heard(new Traffic.Closed(clock.instant(), line));
            }
        }
    }

    @FunctionalInterface
    private interface Opening {
        Exchange open() throws InterruptedException, TimeoutException;
    }

    private void sent(long exchange, Message message) {
        tap.heard(new Traffic.Sent(clock.instant(), line, exchange, message));
    }
}
