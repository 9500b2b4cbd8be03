package dev.fairlead.host.recording;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Duplex;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers clients as a recorded server did, over whatever line they come; {@link ReplayTransport} says how. */
public final class ReplayServer {
    private final ReplayScript script;
    private final boolean real;
    private final ReplaySession.Turns shared = new ReplaySession.Turns();

    /** Takes messages to a client. */
    @FunctionalInterface
    public interface Outlet {
        /**
         * Sends a message.
         *
         * @param cause the request that it is about; null where it is about none
         */
        void send(Message message, @Nullable RequestId cause) throws IOException;
    }

    /** A client that is being served. */
    public static final class Client implements AutoCloseable {
        private final ReplaySession session;

        private Client(ReplaySession session) {
            this.session = session;
        }

        /** Takes what it says. */
        public void receive(Message message) throws IOException {
            session.receive(message);
        }

        /** Notes that it has left. */
        @Override
        public void close() {
            session.end();
        }
    }

    private ReplayServer(ReplayScript script, boolean real) {
        this.script = script;
        this.real = real;
    }

    /**
     * Prepares a server.
     *
     * @param recording of one server
     * @param real whether answers take as long as they did; else they come at once
     */
    public static ReplayServer of(Recording recording, boolean real) {
        var servers = recording.servers();
        return new ReplayServer(ReplayScript.of(servers.isEmpty() ? "" : servers.getFirst(), recording), real);
    }

    /** Serves one client until it goes away. */
    public void serve(Duplex duplex) {
        ReplaySession.run(script, duplex, real);
    }

    /** Begins to serve a client that has a connection of its own, for which everything begins anew. */
    public Client open(Outlet outlet) {
        return new Client(new ReplaySession(script, outlet, new ReplaySession.Turns(), real));
    }

    /** Begins to serve a client without a connection, for whom all such clients are one. */
    public Client visit(Outlet outlet) {
        return new Client(new ReplaySession(script, outlet, shared, real));
    }
}
