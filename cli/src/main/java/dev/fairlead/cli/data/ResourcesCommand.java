package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead resources}: lists the resources of a server. */
@Command(
        name = ResourcesCommand.NAME,
        description = "Lists the resources of a server.",
        customSynopsis = {
            "Usage: fairlead resources [OPTIONS] SERVER",
            "       fairlead resources [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {"  fairlead resources demo", "  fairlead resources https://example.com/mcp --json"})
public final class ResourcesCommand implements Callable<Integer> {
    static final String NAME = "resources";

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public ResourcesCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return Listing.resources(typed.words, typed.visit(surroundings)).code();
    }
}
