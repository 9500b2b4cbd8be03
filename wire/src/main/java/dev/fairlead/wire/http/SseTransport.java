package dev.fairlead.wire.http;

import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.Optional;

/** Reaches a server over the pair of streams of 2024-11-05: one to hear, and an address to post to. */
record SseTransport(Endpoint endpoint) implements Transport {

    @Override
    public String server() {
        return endpoint.server();
    }

    @Override
    public String kind() {
        return "HTTP+SSE";
    }

    @Override
    public Optional<String> identity() {
        return Optional.empty(); // The transport that tries this one remembers.
    }

    @Override
    public boolean reachesModern() {
        return false;
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        return new ReconnectingWire(endpoint, correlation, listener);
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
