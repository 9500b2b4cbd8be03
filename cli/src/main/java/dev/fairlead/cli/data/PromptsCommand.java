package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead prompts}: lists the prompts of a server. */
public final class PromptsCommand implements Command {
    static final String NAME = "prompts";

    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public PromptsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead prompts [OPTIONS] SERVER",
                "       fairlead prompts [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples("  fairlead prompts demo", "  fairlead prompts -- python3 server.py");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return Listing.prompts(typed.words, typed.visit(surroundings)).code();
    }
}
