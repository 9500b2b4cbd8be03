package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.Violation;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Passes news of a connection on, and has the lane act on those that matter to it. */
final class Relay implements ConnectionListener {
    private final ConnectionListener outer;
    private final Lane lane;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection; // guarded by lock, as the rest
    private @Nullable McpException broken;
    private boolean stirred;

    Relay(ConnectionListener outer, Lane lane) {
        this.outer = outer;
        this.lane = lane;
    }

    /** Names the connection that this is about, and catches up on what happened to it before it had a name. */
    void serves(Connection known) {
        McpException gone;
        boolean changed;
        lock.lock();
        try {
            connection = known;
            gone = broken;
            changed = stirred;
        } finally {
            lock.unlock();
        }
        if (gone != null) {
            lane.lost(known, gone);
        } else if (changed) {
            known.changed(new ServerEvent.ToolsChanged());
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
            stirred = true;
            known = connection;
        } finally {
            lock.unlock();
        }
        if (known != null) {
            known.changed(event);
        }
    }

    @Override
    public void violation(Violation violation) {
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
