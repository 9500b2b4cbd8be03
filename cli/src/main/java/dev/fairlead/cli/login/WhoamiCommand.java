package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead whoami}: tells who is logged in where. */
@Command(
        name = WhoamiCommand.NAME,
        description = "Tells to which servers somebody is logged in; asks none of them.",
        customSynopsis = "Usage: fairlead whoami [OPTIONS] [SERVER]",
        footer = {"  fairlead whoami", "  fairlead whoami https://example.com/mcp --json"})
public final class WhoamiCommand implements Callable<Integer> {
    static final String NAME = "whoami";

    @Parameters(arity = "0..*", paramLabel = "SERVER", description = "The URL of a server; all of them without it.")
    private List<String> words = List.of();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public WhoamiCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        return new AccountListing(words, visit, InstantSource.system()).run().code();
    }
}
