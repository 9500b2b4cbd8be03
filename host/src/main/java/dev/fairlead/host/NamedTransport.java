package dev.fairlead.host;

import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.List;
import java.util.Optional;

/** A program's own transport under the name that the host knows its server by, in questions and texts alike. */
record NamedTransport(Transport inner, String server) implements Transport {

    @Override
    public String kind() {
        return inner.kind();
    }

    @Override
    public Optional<String> identity() {
        return inner.identity();
    }

    @Override
    public String epoch() {
        return inner.epoch();
    }

    @Override
    public boolean reachesModern() {
        return inner.reachesModern();
    }

    @Override
    public List<Transport> handshakes() {
        return inner.handshakes().stream()
                .map(way -> (Transport) new NamedTransport(way, server))
                .toList();
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        return inner.open(correlation, listener);
    }

    @Override
    public String toString() {
        return inner.toString();
    }
}
