package dev.fairlead.cli.frame;

import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.console.policy.Program;

/** What the policies say about this command itself. Takes time to load. */
public final class OwnProgram {
    private OwnProgram() {}

    /** Returns it, as it is in these surroundings. */
    public static Program of(Surroundings surroundings) {
        var credentials = new CredentialFile(surroundings);
        return new Program(
                ConfiguredServers.storeFile(surroundings),
                credentials.file(),
                credentials.locking(),
                AuditFile.file(surroundings),
                credentials.placedBy(),
                new Program.Terminal(Dialogue.MOST_QUESTIONS, Dialogue.MOST_FIELDS));
    }
}
