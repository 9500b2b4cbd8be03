package dev.fairlead.console.policy;

import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is written down of all this. */
final class AuditPolicy {
    private AuditPolicy() {}

    static ShownPolicy of(Standing standing) {
        var program = standing.program();
        var draft = new Draft(10, "audit", "Audit");
        if (program.audit() == null) {
            draft.add("file", "The program chose where the log is, or has none.", Program.ITSELF);
        } else {
            draft.add("file", "%s, %s".formatted(program.audit(), Rights.of(program.audit())), program.placedBy());
        }
        var kinds = Arrays.stream(AuditRecord.Kind.values())
                .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return draft.always("kinds", "One escaped line for each: %s.".formatted(kinds))
                .always("arguments", "Of arguments it has the names and one SHA-256, no values.")
                .always(
                        "size",
                        "At %s MiB the file is renamed, and %s of those are kept. Starts and decisions are also in a file"
                                        .formatted(AuditLog.LARGEST_FILE >> 20, AuditLog.OLD_FILES)
                                + " of their own beside it (%s), which calls do not fill."
                                        .formatted(AuditLog.DECISIONS))
                .always(
                        "limits",
                        "A log that cannot be written stops no call. It is not signed. A typed command writes down"
                                + " calls of your own servers, not their starts, and nothing of servers without a"
                                + " configured name. What is changed in an editor is not in it.")
                .change("FAIRLEAD_HOME moves the file; in a program, HostBuilder.audit says where it is.");
    }
}
