package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead templates}: lists the templates of resources of a server. */
public final class TemplatesCommand implements Command {
    static final String NAME = "templates";

    private final ServerArguments typed = new ServerArguments();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public TemplatesCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead templates [OPTIONS] SERVER",
                "       fairlead templates [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples("  fairlead templates demo");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return Listing.templates(typed.words, typed.visit(surroundings)).code();
    }
}
