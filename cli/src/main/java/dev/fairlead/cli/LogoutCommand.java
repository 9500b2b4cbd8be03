package dev.fairlead.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead logout}: gives back what a login to a server granted. */
@Command(
        name = LogoutCommand.NAME,
        sortOptions = false,
        description = "Logs out of a server: gives back what it granted, and forgets it.",
        synopsisHeading = "",
        customSynopsis = "Usage: fairlead logout [OPTIONS] SERVER",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = "  fairlead logout https://example.com/mcp")
final class LogoutCommand implements Callable<Integer> {
    static final String NAME = "logout";

    @Parameters(arity = "0..*", paramLabel = "SERVER", description = "The URL of a server.")
    private List<String> words = List.of();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    LogoutCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new LoggingOut(words, new Visit(surroundings, connection, output, LoginOffer.Consent.GIVEN))
                .run()
                .code();
    }
}
