package dev.fairlead.host.recording;

import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A transport that behaves as another one does, and lets somebody hear all that goes over its lines.
 *
 * @param inner the other one
 * @param tap who hears it
 * @param lines counts the lines
 */
public record TappedTransport(Transport inner, Tap tap, InstantSource clock, AtomicLong lines) implements Transport {

    /** Taps a transport. */
    public static TappedTransport of(Transport inner, Tap tap) {
        return new TappedTransport(inner, tap, InstantSource.system(), new AtomicLong());
    }

    @Override
    public String server() {
        return inner.server();
    }

    @Override
    public String kind() {
        return inner.kind();
    }

    @Override
    public Optional<String> identity() {
        return inner.identity();
    }

    @Override
    public boolean reachesModern() {
        return inner.reachesModern();
    }

    /** Returns the ways of the other transport, tapped; one that is the other transport itself is this one. */
    @Override
    public String epoch() {
        return inner.epoch();
    }

    @Override
    public List<Transport> handshakes() {
        return inner.handshakes().stream()
                .map(way -> (Transport) new TappedTransport(way, tap, clock, lines))
                .toList();
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        long line = lines.incrementAndGet();
        tap.heard(new Traffic.Opened(clock.instant(), line, server(), kind()));
        return new TappedWire(inner.open(correlation, listener), tap, clock, line);
    }

    @Override
    public String toString() {
        return inner.toString();
    }
}
