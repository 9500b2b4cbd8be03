package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead bench}: measures how quick a server is. */
public final class BenchCommand implements Command {
    static final String NAME = "bench";

    private List<String> words = List.of();
    private @Nullable Integer calls;
    private @Nullable Duration time;
    private int concurrency = 1;
    private int warmUp = 10;
    private final VisitOptions options = new VisitOptions();
    private final Surroundings surroundings;

    public BenchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead bench [OPTIONS] SERVER [TOOL [KEY=VALUE...]]",
                "       fairlead bench [OPTIONS] [TOOL [KEY=VALUE...]] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead bench demo",
                "  fairlead bench demo add a=2 b=3 --calls 1000 --concurrency 8",
                "  fairlead bench https://example.com/mcp search query=mast --for 30s --json");
        form.words(
                "WORD",
                given -> words = given,
                "SERVER is the URL of a server, or its name; without it, COMMAND",
                "  starts the server.",
                "TOOL is called, over and over, with these arguments: as for 'call'.",
                "  Without it, pings are measured, and no tool is called.");
        form.number(
                "-n, --calls", "N", given -> calls = given, "How many calls to measure; 100 unless told otherwise.");
        form.time("--for", "TIME", given -> time = given, "How long to measure; instead of --calls.");
        form.number(
                "-c, --concurrency",
                "N",
                given -> concurrency = given,
                "How many callers there are at once, each of which waits for its answer; 1 is usual.");
        form.number(
                "--warmup",
                "N",
                given -> warmUp = given,
                "How many calls go before, and do not count; 10 unless told otherwise.");
        form.include(options);
    }

    @Override
    public Integer call() {
        var load = new Benching.Load(calls, time, concurrency, warmUp);
        return new Benching(words, load, options.visit(surroundings)).run().code();
    }
}
