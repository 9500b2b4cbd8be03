package dev.fairlead.host.recording;

import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.Optional;

/**
 * A test double: reaches a server that answers as a recorded one did, without that server.
 *
 * <p>A request is known by its method and parameters; what the recorded server told about it comes in the same order,
 * with the ids of the request that is being answered. A request that was recorded several times is answered each time
 * as it was then, and after the last time as it was the last time. Every connection begins anew.
 */
public final class ReplayTransport implements Transport {
    private final Transport inner;

    ReplayTransport(String server, Recording recording) {
        var script = ReplayScript.of(server, recording);
        this.inner = PipeTransport.to(server, duplex -> ReplaySession.run(script, duplex, false));
    }

    @Override
    public String server() {
        return inner.server();
    }

    @Override
    public String kind() {
        return "replay";
    }

    @Override
    public Optional<String> identity() {
        return Optional.empty();
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        return inner.open(correlation, listener);
    }

    @Override
    public String toString() {
        return "replay of " + server();
    }
}
