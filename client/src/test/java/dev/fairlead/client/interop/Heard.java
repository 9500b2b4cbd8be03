package dev.fairlead.client.interop;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.error.Violation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that was heard about a connection. */
final class Heard implements ConnectionListener {
    private final List<Violation> violations = new CopyOnWriteArrayList<>();
    private final List<String> stderr = new CopyOnWriteArrayList<>();
    private final List<LogEntry> logs = new CopyOnWriteArrayList<>();
    private final List<ServerEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void violation(Violation violation) {
        violations.add(violation);
    }

    @Override
    public void stderr(String line) {
        stderr.add(line);
    }

    @Override
    public void log(LogEntry entry) {
        logs.add(entry);
    }

    @Override
    public void event(ServerEvent event) {
        events.add(event);
    }

    List<Violation> violations() {
        return violations;
    }

    List<String> stderr() {
        return stderr;
    }

    List<LogEntry> logs() {
        return logs;
    }

    List<ServerEvent> events() {
        return events;
    }
}
