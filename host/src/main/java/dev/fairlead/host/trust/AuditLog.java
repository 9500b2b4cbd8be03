package dev.fairlead.host.trust;

import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;

/** A record of what was started, allowed, denied and called, to which one can only add. */
@FunctionalInterface
public interface AuditLog {
    /** How many bytes a file of it grows to before it is renamed. */
    long LARGEST_FILE = 8L * 1024 * 1024;

    /** How many renamed files are kept. */
    int OLD_FILES = 4;

    /** How the name of the file ends that has starts and decisions alone. */
    String DECISIONS = ".decisions";

    /** Adds an entry. It never fails; a log that cannot be written says so elsewhere. */
    void record(AuditRecord entry);

    /** Returns a log that keeps the same, and has somebody told of every entry. */
    default AuditLog telling(Consumer<AuditRecord> listener) {
        return entry -> {
            record(entry);
            listener.accept(entry);
        };
    }

    /** Returns a log that keeps nothing. */
    static AuditLog none() {
        return entry -> {};
    }

    /**
     * Returns a log in a file that only its owner may read, one line of JSON for each entry. Several processes may add to
     * it. It is made, with its folder, at the first entry. When it has grown to 8 MiB it is renamed, and the last four of
     * those are kept. Starts and what people decided are written a second time, into a file beside it whose name ends in
     * {@value #DECISIONS}, so that no number of calls makes them forgotten.
     *
     * @param trouble told why entries are lost, at most once a minute
     */
    static AuditLog at(Path file, Consumer<String> trouble) {
        return FileAuditLog.withDecisions(file, trouble, Clock.systemUTC(), LARGEST_FILE);
    }
}
