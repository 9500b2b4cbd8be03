package dev.fairlead.host;

import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A way to a server that can be gone only once. */
final class OpenedOnce implements Transport {
    private final Transport inner;
    private final AtomicBoolean opened = new AtomicBoolean();

    OpenedOnce(Transport inner) {
        this.inner = inner;
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
        return Optional.empty();
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        if (!opened.compareAndSet(false, true)) {
            throw ServerStartException.failed("once is enough", null);
        }
        return inner.open(correlation, listener);
    }
}
