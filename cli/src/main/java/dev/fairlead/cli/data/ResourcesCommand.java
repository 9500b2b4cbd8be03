package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead resources}: lists the resources of a server. */
public final class ResourcesCommand implements Command {
    static final String NAME = "resources";

    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public ResourcesCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead resources [OPTIONS] SERVER",
                "       fairlead resources [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples("  fairlead resources demo", "  fairlead resources https://example.com/mcp --json");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return Listing.resources(typed.words, typed.visit(surroundings)).code();
    }
}
