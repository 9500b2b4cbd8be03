package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.DurationText;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead servers}: shows how all configured servers stand. */
@Command(
        name = ServersCommand.NAME,
        description = "Starts every configured server, and shows how each of them stands.",
        customSynopsis = "Usage: fairlead servers [OPTIONS]",
        footer = {"  fairlead servers", "  fairlead servers --config .vscode/mcp.json --json"})
public final class ServersCommand implements Callable<Integer> {
    static final String NAME = "servers";

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = {
                "How long to wait for the slowest one; 30s unless told otherwise.",
                "500ms, 8s, 2m; a plain number is seconds."
            })
    private Duration timeout = Duration.ofSeconds(30);

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public ServersCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        return new ServerListing(config, timeout, visit).run().code();
    }
}
