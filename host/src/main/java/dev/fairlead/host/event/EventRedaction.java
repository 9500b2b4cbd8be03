package dev.fairlead.host.event;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Makes events fit to be kept: no secrets, and no text without end. The name of a server is the user's own, and stays. */
final class EventRedaction {
    private static final int LONGEST = 64 << 10;

    private final Redactor redactor;

    EventRedaction(Redactor redactor) {
        this.redactor = redactor;
    }

    /** Returns the event without secrets. */
    HostEvent of(HostEvent event) {
        return switch (event) {
            case HostEvent.StateChanged it ->
                new HostEvent.StateChanged(it.at(), it.server(), it.lane(), safe(it.state()), optional(it.reason()));
            case HostEvent.ToolsChanged it ->
                new HostEvent.ToolsChanged(it.at(), it.server(), all(it.added()), all(it.removed()), all(it.changed()));
            case HostEvent.CallStarted it ->
                new HostEvent.CallStarted(
                        it.at(),
                        it.server(),
                        it.call(),
                        safe(it.tool()),
                        (ObjectNode) redactor.json(it.arguments(), LONGEST),
                        optional(it.principal()));
            case HostEvent.CallProgressed it ->
                new HostEvent.CallProgressed(it.at(), it.server(), it.call(), progress(it.progress()));
            case HostEvent.CallRetried it ->
                new HostEvent.CallRetried(
                        it.at(), it.server(), it.call(), it.attempt(), it.pause(), safe(it.because()));
            case HostEvent.CallEnded it -> ended(it);
            case HostEvent.Logged it -> new HostEvent.Logged(it.at(), it.server(), entry(it.entry()));
            case HostEvent.Stderr it -> new HostEvent.Stderr(it.at(), it.server(), safe(it.line()));
            case HostEvent.Violated it ->
                new HostEvent.Violated(
                        it.at(),
                        it.server(),
                        new Violation(it.violation().kind(), safe(it.violation().detail())));
            case HostEvent.Decided it ->
                new HostEvent.Decided(it.at(), it.server(), safe(it.what()), safe(it.decision()));
            case HostEvent.Withheld it -> new HostEvent.Withheld(it.at(), it.server(), safe(it.what()));
            case HostEvent.Reconfigured it -> new HostEvent.Reconfigured(it.at(), it.server(), safe(it.how()));
        };
    }

    private HostEvent ended(HostEvent.CallEnded it) {
        return new HostEvent.CallEnded(
                it.at(),
                it.server(),
                it.call(),
                safe(it.tool()),
                it.success(),
                result(it.result()),
                optional(it.error()),
                it.unknown(),
                it.duration(),
                it.attempts(),
                optional(it.errorType()));
    }

    private @Nullable CallToolResult result(@Nullable CallToolResult result) {
        if (result == null) {
            return null;
        }
        try {
            return CallToolResult.from(redactor.json(result.toJson(), LONGEST));
        } catch (BadShape unreadable) {
            return CallToolResult.ofText("not shown: " + redactor.text(String.valueOf(unreadable.getMessage())));
        }
    }

    private Progress progress(Progress progress) {
        return new Progress(progress.progress(), progress.total(), optional(progress.message()));
    }

    private LogEntry entry(LogEntry entry) {
        return new LogEntry(entry.level(), optional(entry.logger()), redactor.json(entry.data(), LONGEST));
    }

    private List<String> all(List<String> texts) {
        return texts.stream().map(this::safe).toList();
    }

    private String safe(String text) {
        return redactor.text(text, LONGEST);
    }

    private @Nullable String optional(@Nullable String text) {
        return text == null ? null : safe(text);
    }
}
