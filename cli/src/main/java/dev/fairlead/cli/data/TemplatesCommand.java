package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead templates}: lists the templates of resources of a server. */
@Command(
        name = TemplatesCommand.NAME,
        description = "Lists the templates of resources of a server.",
        customSynopsis = {
            "Usage: fairlead templates [OPTIONS] SERVER",
            "       fairlead templates [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {"  fairlead templates demo"})
public final class TemplatesCommand implements Callable<Integer> {
    static final String NAME = "templates";

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public TemplatesCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return Listing.templates(typed.words, typed.visit(surroundings)).code();
    }
}
