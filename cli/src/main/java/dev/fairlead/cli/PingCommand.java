package dev.fairlead.cli;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead ping}: asks a server for signs of life. */
@Command(
        name = PingCommand.NAME,
        sortOptions = false,
        description = "Asks a server for signs of life, and tells how long they take.",
        synopsisHeading = "",
        customSynopsis = {
            "Usage: fairlead ping [OPTIONS] SERVER",
            "       fairlead ping [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairlead ping demo",
            "  fairlead ping https://example.com/mcp --count 10 --interval 200ms",
            "  fairlead ping --json -- server.js"
        })
final class PingCommand implements Callable<Integer> {
    static final String NAME = "ping";

    @Parameters(
            arity = "0..*",
            paramLabel = "SERVER",
            description = {
                "The URL of a server, or its name: demo, which is built in.",
                "Without it, COMMAND starts the server: a program with its",
                "  arguments, or a .py, .js, .mjs, .cjs or .jar file."
            })
    private List<String> words = List.of();

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
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    PingCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Pinging(words, count, interval, new Visit(surroundings, connection, output))
                .run()
                .code();
    }
}
