package dev.fairlead.cli.watch;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead watch}: shows what happens at a server. */
public final class WatchCommand implements Command {
    static final String NAME = "watch";

    private List<String> resources = List.of();
    private String level = "info";
    private @Nullable Duration time;
    private @Nullable Integer count;
    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public WatchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead watch [OPTIONS] SERVER", "       fairlead watch [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead watch demo",
                "  fairlead watch demo --resource demo://counter --level debug",
                "  fairlead watch https://example.com/mcp --for 10m --json > events.ndjson",
                "  fairlead watch --count 1 --resource file:///notes.txt -- server.js");
        form.texts(
                "--resource",
                "URI",
                given -> resources = given,
                "Tell when this resource changes. Repeat it for more.");
        form.text(
                "--level",
                "LEVEL",
                given -> level = given,
                "Show log messages from this level on: debug, info (the usual), notice,",
                "warning, error, critical, alert or emergency.");
        form.time("--for", "TIME", given -> time = given, "End after this time; otherwise Ctrl-C ends it.");
        form.number(
                "-c, --count",
                "N",
                given -> count = given,
                "End after this many events; what becomes of the connection is none.");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return new Watching(typed.words, new Wish(resources, level, time, count), typed.visit(surroundings))
                .run()
                .code();
    }
}
