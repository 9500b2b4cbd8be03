package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.host.trust.AuditLog;
import java.nio.file.Path;

/** The file in which is written down what whoever runs the command agreed to, denied, and had started by that. */
public final class AuditFile {
    static final String NAME = "audit.ndjson";

    private AuditFile() {}

    /** Returns where it is, or would be. */
    public static Path file(Surroundings surroundings) {
        return new CredentialFile(surroundings).beside(NAME);
    }

    /** Returns the log in it, which lies beside what is decided. A log that cannot be written stops nothing. */
    public static AuditLog of(Surroundings surroundings) {
        return AuditLog.at(file(surroundings), trouble -> {
            surroundings.err().println(Program.NAME + ": " + Sanitizer.line(trouble));
            surroundings.err().flush();
        });
    }
}
