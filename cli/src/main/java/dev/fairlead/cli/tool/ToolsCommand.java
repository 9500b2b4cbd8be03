package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead tools}: lists what a server can do. */
@Command(
        name = ToolsCommand.NAME,
        description = "Lists the tools of a server.",
        customSynopsis = {
            "Usage: fairlead tools [OPTIONS] SERVER",
            "       fairlead tools [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead tools demo",
            "  fairlead tools https://example.com/mcp",
            "  fairlead tools -- python3 server.py",
            "  fairlead tools --json -- server.js"
        })
public final class ToolsCommand implements Callable<Integer> {
    static final String NAME = "tools";

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    public ToolsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new ToolListing(typed.words, typed.visit(surroundings)).run().code();
    }
}
