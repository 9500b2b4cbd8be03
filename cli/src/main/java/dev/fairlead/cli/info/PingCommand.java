package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.time.Duration;

/** {@code fairlead ping}: asks a server for signs of life. */
public final class PingCommand implements Command {
    static final String NAME = "ping";

    private int count = 4;
    private Duration interval = Duration.ofSeconds(1);
    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    public PingCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead ping [OPTIONS] SERVER", "       fairlead ping [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead ping demo",
                "  fairlead ping https://example.com/mcp --count 10 --interval 200ms",
                "  fairlead ping --json -- server.js");
        form.number("-c, --count", "N", given -> count = given, "How often to ask; 4 times unless told otherwise.");
        form.time(
                "-i, --interval",
                "TIME",
                given -> interval = given,
                "How long to wait before asking again; 1s unless told otherwise.");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return new Pinging(typed.words, count, interval, typed.visit(surroundings))
                .run()
                .code();
    }
}
