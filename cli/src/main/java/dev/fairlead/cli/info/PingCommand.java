package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.DurationText;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead ping}: asks a server for signs of life. */
@Command(
        name = PingCommand.NAME,
        description = "Asks a server for signs of life, and tells how long they take.",
        customSynopsis = {
            "Usage: fairlead ping [OPTIONS] SERVER",
            "       fairlead ping [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead ping demo",
            "  fairlead ping https://example.com/mcp --count 10 --interval 200ms",
            "  fairlead ping --json -- server.js"
        })
public final class PingCommand implements Callable<Integer> {
    static final String NAME = "ping";

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            description = "How often to ask; 4 times unless told otherwise.")
    private int count = 4;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "How long to wait before asking again; 1s unless told otherwise.")
    private Duration interval = Duration.ofSeconds(1);

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    public PingCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Pinging(typed.words, count, interval, typed.visit(surroundings))
                .run()
                .code();
    }
}
