package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.time.InstantSource;
import java.util.List;

/** {@code fairlead whoami}: tells who is logged in where. */
public final class WhoamiCommand implements Command {
    static final String NAME = "whoami";

    private List<String> words = List.of();
    private final ConfigOptions config = new ConfigOptions();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public WhoamiCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead whoami [OPTIONS] [SERVER]");
        form.examples(
                "  fairlead whoami",
                "  fairlead whoami https://example.com/mcp --json",
                "  fairlead whoami tracker --config .vscode/mcp.json");
        form.words(
                "SERVER",
                given -> words = given,
                "The URL of a server, or its configured name; all of them without it, or",
                "  those that --config names.");
        form.include(config);
        form.include(output);
    }

    @Override
    public Integer call() {
        var connection = new ConnectionOptions();
        connection.take(config);
        var visit = new Visit(surroundings, connection, output, LoginOffer.Consent.REFUSED).askingNothing();
        return new AccountListing(words, config, visit, InstantSource.system())
                .run()
                .code();
    }
}
