package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead tools}: lists what a server can do. */
public final class ToolsCommand implements Command {
    static final String NAME = "tools";

    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    public ToolsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead tools [OPTIONS] SERVER", "       fairlead tools [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead tools demo",
                "  fairlead tools https://example.com/mcp",
                "  fairlead tools -- python3 server.py",
                "  fairlead tools --json -- server.js");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return new ToolListing(typed.words, typed.visit(surroundings)).run().code();
    }
}
