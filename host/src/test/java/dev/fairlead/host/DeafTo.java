package dev.fairlead.host;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import dev.fairlead.wire.Transport;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;

/** A server that does not hear certain requests. */
final class DeafTo implements Duplex {
    private final Duplex inner;
    private final Predicate<Request> unheard;

    private DeafTo(Duplex inner, Predicate<Request> unheard) {
        this.inner = inner;
        this.unheard = unheard;
    }

    static Transport transport(FakeServer server, Predicate<Request> unheard) {
        return PipeTransport.to(server.name(), duplex -> server.serve(new DeafTo(duplex, unheard)));
    }

    @Override
    public Optional<Message> read() throws IOException {
        var next = inner.read();
        while (next.isPresent() && next.get() instanceof Request request && unheard.test(request)) {
            next = inner.read();
        }
        return next;
    }

    @Override
    public void write(byte[] json, boolean more) throws IOException {
        inner.write(json, more);
    }

    @Override
    public void close() {
        inner.close();
    }
}
