package dev.fairlead.host.trust;

import java.nio.file.Path;
import java.time.Clock;

/** A program that adds entries to an audit log: the file, its size, a name, and how many. */
final class AuditWriter {
    private AuditWriter() {}

    public static void main(String[] arguments) {
        var log = new FileAuditLog(
                Path.of(arguments[0]),
                text -> {
                    throw new IllegalStateException(text);
                },
                Clock.systemUTC(),
                Long.parseLong(arguments[1]));
        int count = Integer.parseInt(arguments[3]);
        for (int i = 0; i < count; i++) {
            log.record(AuditRecord.refresh(null, arguments[2], i + " " + "x".repeat(i % 300)));
        }
    }
}
