package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead info}: tells what a server is. */
public final class InfoCommand implements Command {
    static final String NAME = "info";

    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    public InfoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead info [OPTIONS] SERVER", "       fairlead info [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead info demo",
                "  fairlead info https://example.com/mcp --header-env Authorization=TOKEN",
                "  fairlead info --json -- server.js");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return new Inspection(typed.words, typed.visit(surroundings)).run().code();
    }
}
