package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    @Option(
            names = "--answer",
            paramLabel = "KEY=VALUE",
            description = {
                "Answer what the server asks back: FIELD=VALUE or FIELD:=JSON for a field of",
                "a form, @form=accept, @url=accept (or decline, cancel), @sampling=TEXT.",
                "Repeat it for more. Without it you are asked, if this is a terminal."
            })
    private List<String> answers = List.of();

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "Tell the server of this folder, if it wants to know; otherwise it hears of none.")
    private List<Path> roots = List.of();

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Record what is said, without secrets; 'fairlead replay' serves it again.")
    @Nullable
    private Path recording;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    /** Returns the files that were typed. */
    public List<Path> files() {
        return connection.config.files();
    }

    /** Prepares the visit that was typed. */
    public Visit visit(Surroundings surroundings) {
        connection.neverLogIn = neverLogIn;
        connection.answers = answers;
        connection.roots = roots;
        connection.recording = recording;
        return new Visit(surroundings, connection, output, neverLogIn || output.json ? Consent.REFUSED : Consent.ASKED);
    }
}
