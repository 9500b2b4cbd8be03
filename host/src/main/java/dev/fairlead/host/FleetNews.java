package dev.fairlead.host;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.supervision.ManagedServer;
import dev.fairlead.host.supervision.ServerWatcher;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes events of what happens to the servers of a fleet, and on their connections. */
final class FleetNews implements ServerWatcher {
    private final EventLog events;
    private final InstantSource clock;
    private final Runnable listed;
    private final Function<String, @Nullable ErrorLines> lines;

    /**
     * Tells of servers.
     *
     * @param listed is run when a server offers something else than before
     * @param lines where the last lines of a server's standard error are kept
     */
    FleetNews(EventLog events, InstantSource clock, Runnable listed, Function<String, @Nullable ErrorLines> lines) {
        this.events = events;
        this.clock = clock;
        this.listed = listed;
        this.lines = lines;
    }

    @Override
    public void state(ManagedServer server, int lane, String state, String reason, Runnable move) {
        var changed = new HostEvent.StateChanged(
                clock.instant(), server.config().name(), lane, state, reason.isEmpty() ? null : reason);
        events.publish(changed, move);
    }

    @Override
    public void listing(ManagedServer server) {
        listed.run();
    }

    @Override
    public void remark(ManagedServer server, String text) {
        var entry = new LogEntry(LogLevel.WARNING, "fairlead", Json.tree(text));
        events.publish(new HostEvent.Logged(clock.instant(), server.config().name(), entry));
    }

    @Override
    public ConnectionListener connection(ManagedServer server) {
        var name = server.config().name();
        var last = lines.apply(name);
        return new Hearing(name, last, last == null ? 0 : last.begin());
    }

    private final class Hearing implements ConnectionListener {
        private final String server;
        private final @Nullable ErrorLines last;
        private final int start;

        Hearing(String server, @Nullable ErrorLines last, int start) {
            this.server = server;
            this.last = last;
            this.start = start;
        }

        @Override
        public void state(ConnectionState state) {
            // The lane tells of states; a connection's own are only half of the story.
        }

        @Override
        public void violation(Violation violation) {
            events.publish(new HostEvent.Violated(clock.instant(), server, violation));
        }

        @Override
        public void stderr(String line) {
            if (last != null) {
                last.add(start, line);
            }
            events.publish(new HostEvent.Stderr(clock.instant(), server, line));
        }

        @Override
        public void log(LogEntry entry) {
            events.publish(new HostEvent.Logged(clock.instant(), server, entry));
        }
    }
}
