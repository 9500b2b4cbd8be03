package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.ServerArguments;
import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead prompts}: lists the prompts of a server. */
@Command(
        name = PromptsCommand.NAME,
        description = "Lists the prompts of a server.",
        customSynopsis = {
            "Usage: fairlead prompts [OPTIONS] SERVER",
            "       fairlead prompts [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {"  fairlead prompts demo", "  fairlead prompts -- python3 server.py"})
public final class PromptsCommand implements Callable<Integer> {
    static final String NAME = "prompts";

    @Mixin
    private final ServerArguments typed = new ServerArguments();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public PromptsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return Listing.prompts(typed.words, typed.visit(surroundings)).code();
    }
}
