package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.time.Duration;

/** {@code fairlead servers}: shows how all configured servers stand. */
public final class ServersCommand implements Command {
    static final String NAME = "servers";

    private final ConfigOptions config = new ConfigOptions();
    private Duration timeout = Duration.ofSeconds(30);
    private boolean verbose;
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public ServersCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead servers [OPTIONS]");
        form.examples("  fairlead servers", "  fairlead servers --config .vscode/mcp.json --json");
        form.include(config);
        form.time(
                "--timeout",
                "TIME",
                given -> timeout = given,
                "How long to wait for the slowest one; 30s unless told otherwise.",
                "500ms, 8s, 2m; a plain number is seconds.");
        form.flag(
                "-v, --verbose", on -> verbose = on, "Tell on stderr what servers that are commands write to theirs.");
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit =
                new Visit(surroundings, new ConnectionOptions(), output.verbosely(verbose), LoginOffer.Consent.REFUSED);
        return new ServerListing(config, timeout, visit).run().code();
    }
}
