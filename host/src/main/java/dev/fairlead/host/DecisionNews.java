package dev.fairlead.host;

import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import java.time.InstantSource;
import java.util.Locale;

/** Makes events of decisions, which are written down in any case. */
final class DecisionNews {
    private DecisionNews() {}

    /** Returns a log that keeps the same, and has everything that is allowed or forbidden told as an event. */
    static AuditLog telling(AuditLog log, EventLog events, InstantSource clock) {
        return log.telling(entry -> {
            // A changed configuration is told as that, by whoever takes it over.
            if (entry.kind() != AuditRecord.Kind.REFRESH && entry.kind() != AuditRecord.Kind.CONFIGURATION) {
                var whose = entry.principal() == null ? events : events.as(entry.principal());
                whose.publish(new HostEvent.Decided(clock.instant(), entry.server(), what(entry), decision(entry)));
            }
        });
    }

    private static String what(AuditRecord entry) {
        if (entry.tool() != null) {
            return "call " + entry.tool();
        }
        boolean start = entry.kind() == AuditRecord.Kind.START
                || entry.what().startsWith("start of")
                || entry.what().startsWith("not started");
        return start ? "start" : "call any tool";
    }

    private static String decision(AuditRecord entry) {
        return entry.kind().name().toLowerCase(Locale.ROOT) + ": " + entry.what();
    }
}
