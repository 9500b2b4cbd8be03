package dev.fairlead.cli.watch;

import dev.fairlead.cli.frame.DurationText;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead watch}: shows what happens at a server. */
@Command(
        name = WatchCommand.NAME,
        description = "Shows changes, log messages and stderr of a server as they come.",
        customSynopsis = {
            "Usage: fairlead watch [OPTIONS] SERVER",
            "       fairlead watch [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead watch demo",
            "  fairlead watch demo --resource demo://counter --level debug",
            "  fairlead watch https://example.com/mcp --for 10m --json > events.ndjson",
            "  fairlead watch --count 1 --resource file:///notes.txt -- server.js"
        })
public final class WatchCommand implements Callable<Integer> {
    static final String NAME = "watch";

    @Option(
            names = "--resource",
            paramLabel = "URI",
            description = "Tell when this resource changes. Repeat it for more.")
    private List<String> resources = List.of();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = {
                "Show log messages from this level on: debug, info (the usual), notice,",
                "warning, error, critical, alert or emergency."
            })
    private String level = "info";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "End after this time; otherwise Ctrl-C ends it.")
    @Nullable
    private Duration time;

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            description = "End after this many events; what becomes of the connection is none.")
    @Nullable
    private Integer count;

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public WatchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Watching(typed.words, new Wish(resources, level, time, count), typed.visit(surroundings))
                .run()
                .code();
    }
}
