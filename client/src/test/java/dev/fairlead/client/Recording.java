package dev.fairlead.client;

import dev.fairlead.client.handler.CallListener;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.Violation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it hears, of a connection and of calls. */
final class Recording implements ConnectionListener, CallListener {
    final List<ConnectionState> states = new CopyOnWriteArrayList<>();
    final List<Violation> violations = new CopyOnWriteArrayList<>();
    final List<LogEntry> logs = new CopyOnWriteArrayList<>();
    final List<ServerEvent> events = new CopyOnWriteArrayList<>();
    final List<String> errorLines = new CopyOnWriteArrayList<>();
    final List<Progress> progress = new CopyOnWriteArrayList<>();

    @Override
    public void state(ConnectionState state) {
        states.add(state);
    }

    @Override
    public void violation(Violation violation) {
        violations.add(violation);
    }

    @Override
    public void stderr(String line) {
        errorLines.add(line);
    }

    @Override
    public void log(LogEntry entry) {
        logs.add(entry);
    }

    @Override
    public void event(ServerEvent event) {
        events.add(event);
    }

    @Override
    public void progress(Progress step) {
        progress.add(step);
    }

    /** Returns the names of the states heard so far. */
    List<String> stateNames() {
        return states.stream().map(state -> state.getClass().getSimpleName()).toList();
    }
}
