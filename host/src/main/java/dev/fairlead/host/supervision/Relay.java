package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Passes news of a connection on, and has the lane act on those that matter to it. */
final class Relay implements ConnectionListener {
    private final ConnectionListener outer;
    private final Lane lane;
    private final Pulse pulse;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection; // guarded by lock, as the rest
    private @Nullable McpException broken;
    private final Set<ServerEvent> early = new LinkedHashSet<>();

    Relay(ConnectionListener outer, Lane lane, Pulse pulse) {
        this.outer = outer;
        this.lane = lane;
        this.pulse = pulse;
    }

    /** Names the connection that this is about, and catches up on what happened to it before it had a name. */
    void serves(Connection known) {
        McpException gone;
        List<ServerEvent> missed;
        lock.lock();
        try {
            connection = known;
            gone = broken;
            missed = List.copyOf(early);
        } finally {
            lock.unlock();
        }
        if (gone != null) {
            lane.lost(known, gone);
        } else {
            missed.forEach(known::changed);
        }
    }

    @Override
    public void state(ConnectionState state) {
        outer.state(state);
        if (state instanceof ConnectionState.Failed(var cause)) {
            Connection known;
            lock.lock();
            try {
                broken = cause;
                known = connection;
            } finally {
                lock.unlock();
            }
            if (known != null) {
                lane.lost(known, cause);
            }
        }
    }

    @Override
    public void event(ServerEvent event) {
        outer.event(event);
        Connection known;
        lock.lock();
        try {
            known = connection;
            if (known == null && !(event instanceof ServerEvent.ResourceUpdated)) {
                early.add(event);
            }
        } finally {
            lock.unlock();
        }
        if (known != null) {
            known.changed(event);
        }
    }

    @Override
    public void violation(Violation violation) {
        pulse.beat(); // An answer that comes too late is a sign of life too.
        outer.violation(violation);
    }

    @Override
    public void stderr(String line) {
        outer.stderr(line);
    }

    @Override
    public void log(LogEntry entry) {
        outer.log(entry);
    }
}
