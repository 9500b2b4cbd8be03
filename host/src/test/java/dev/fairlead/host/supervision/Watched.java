package dev.fairlead.host.supervision;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.host.catalog.Listing;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.recording.TappedTransport;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Transport;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A supervised server with one lane, of which everything that is told is kept. */
final class Watched implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);

    final ManagedServer server;
    final BlockingQueue<String> states = new LinkedBlockingQueue<>();
    final BlockingQueue<String> untold = new LinkedBlockingQueue<>(); // what could be seen just before each was told
    final BlockingQueue<String> remarks = new LinkedBlockingQueue<>();
    private final BlockingQueue<Listing> listings = new LinkedBlockingQueue<>();

    /** Starts a server. */
    Watched(Transport transport, Opener opener, Care care) {
        server = new ManagedServer(ServerConfig.of("s", new Endpoint.Own(transport)), opener, care, new Hearing());
        server.begin();
    }

    static Watched of(Transport transport, Duration limit, Care care) {
        return new Watched(transport, opener(transport, limit), care);
    }

    static Opener opener(Transport transport, Duration limit) {
        return (lane, listener, line) -> new Opener.Opened(
                McpClient.connect(
                        TappedTransport.of(transport, line),
                        ClientProfile.builder().listener(listener).build()),
                limit);
    }

    /** Waits until the next states are these. */
    void awaitStates(String... expected) throws InterruptedException {
        for (var state : expected) {
            var next = states.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (!state.equals(next)) {
                throw new AssertionError("%s instead of %s; remarks: %s".formatted(next, state, remarks));
            }
        }
    }

    /** Waits until the server offers something. */
    Listing awaitListing(Predicate<Listing> wanted) throws InterruptedException {
        var limit = Deadline.after(LIMIT);
        while (!limit.passed()) {
            var next = listings.poll(limit.remainingNanos(), TimeUnit.NANOSECONDS);
            if (next != null && wanted.test(next)) {
                return next;
            }
        }
        throw new AssertionError("it was never listed so");
    }

    ManagedServer.Use use() throws InterruptedException {
        return server.use("trying", Deadline.after(LIMIT));
    }

    @Override
    public void close() throws InterruptedException {
        server.end(false, "it is over");
    }

    private final class Hearing implements ServerWatcher {
        @Override
        public void state(ManagedServer of, int lane, String state, String reason, Runnable move) {
            untold.addAll(of.stateNames());
            move.run();
            states.add(state);
        }

        @Override
        public void listing(ManagedServer of) {
            of.listing().ifPresent(listings::add);
        }

        @Override
        public void remark(ManagedServer of, String text) {
            remarks.add(text);
        }

        @Override
        public ConnectionListener connection(ManagedServer of) {
            return ConnectionListener.NONE;
        }
    }
}
