package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.DurationText;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead bench}: measures how quick a server is. */
@Command(
        name = BenchCommand.NAME,
        description = "Measures how quickly a server answers pings, or calls of a tool that is named.",
        customSynopsis = {
            "Usage: fairlead bench [OPTIONS] SERVER [TOOL [KEY=VALUE...]]",
            "       fairlead bench [OPTIONS] [TOOL [KEY=VALUE...]] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead bench demo",
            "  fairlead bench demo add a=2 b=3 --calls 1000 --concurrency 8",
            "  fairlead bench https://example.com/mcp search query=mast --for 30s --json"
        })
public final class BenchCommand implements Callable<Integer> {
    static final String NAME = "bench";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "SERVER is the URL of a server, or its name; without it, COMMAND",
                "  starts the server.",
                "TOOL is called, over and over, with these arguments: as for 'call'.",
                "  Without it, pings are measured, and no tool is called."
            })
    private List<String> words = List.of();

    @Option(
            names = {"-n", "--calls"},
            paramLabel = "N",
            description = "How many calls to measure; 100 unless told otherwise.")
    @Nullable
    private Integer calls;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "How long to measure; instead of --calls.")
    @Nullable
    private Duration time;

    @Option(
            names = {"-c", "--concurrency"},
            paramLabel = "N",
            description = "How many callers there are at once, each of which waits for its answer; 1 is usual.")
    private int concurrency = 1;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "How many calls go before, and do not count; 10 unless told otherwise.")
    private int warmUp = 10;

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    public BenchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var load = new Benching.Load(calls, time, concurrency, warmUp);
        return new Benching(words, load, options.visit(surroundings)).run().code();
    }
}
