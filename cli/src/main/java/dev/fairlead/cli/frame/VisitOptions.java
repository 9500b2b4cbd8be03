package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every verb during which logging in may be offered. */
public final class VisitOptions {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = ConnectionOptions.NO_LOGIN,
            description = "Never offer to log in to a server; just fail where that is needed.")
    private boolean neverLogIn;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    /** Returns the files that were typed. */
    public List<Path> files() {
        return connection.config.files();
    }

    /** Prepares the visit that was typed. */
    public Visit visit(Surroundings surroundings) {
        connection.neverLogIn = neverLogIn;
        return new Visit(surroundings, connection, output, neverLogIn || output.json ? Consent.REFUSED : Consent.ASKED);
    }
}
