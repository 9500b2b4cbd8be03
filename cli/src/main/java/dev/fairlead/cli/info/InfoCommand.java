package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead info}: tells what a server is. */
@Command(
        name = InfoCommand.NAME,
        description = "Tells what a server is, what it offers, and how it was connected to.",
        customSynopsis = {
            "Usage: fairlead info [OPTIONS] SERVER",
            "       fairlead info [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead info demo",
            "  fairlead info https://example.com/mcp --header-env Authorization=TOKEN",
            "  fairlead info --json -- server.js"
        })
public final class InfoCommand implements Callable<Integer> {
    static final String NAME = "info";

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    public InfoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Inspection(typed.words, typed.visit(surroundings)).run().code();
    }
}
