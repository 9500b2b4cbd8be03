package dev.fairlead.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead login}: lets a person, or a program, log in to a server. */
@Command(
        name = LoginCommand.NAME,
        sortOptions = false,
        description = "Logs in to a server; what it grants is kept for all other verbs.",
        synopsisHeading = "",
        customSynopsis = "Usage: fairlead login [OPTIONS] SERVER",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairlead login https://example.com/mcp",
            "  fairlead login https://example.com/mcp --no-browser --scope files:write",
            "  fairlead login https://example.com/mcp --client-credentials \\",
            "      --client-id nightly --client-secret-env NIGHTLY_SECRET"
        })
final class LoginCommand implements Callable<Integer> {
    static final String NAME = "login";

    @Parameters(arity = "0..*", paramLabel = "SERVER", description = "The URL of a server.")
    private List<String> words = List.of();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    LoginCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        // Whoever types both wants to know whether it would work without anybody.
        var consent = connection.login.never ? LoginOffer.Consent.REFUSED : LoginOffer.Consent.GIVEN;
        return new LoggingIn(words, connection.login.scopes, new Visit(surroundings, connection, output, consent))
                .run()
                .code();
    }
}
