package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fairlead logout}: gives back what a login to a server granted. */
@Command(
        name = LogoutCommand.NAME,
        description = "Logs out of a server: gives back what it granted, and forgets it.",
        customSynopsis = "Usage: fairlead logout [OPTIONS] SERVER",
        footer = "  fairlead logout https://example.com/mcp")
public final class LogoutCommand implements Callable<Integer> {
    static final String NAME = "logout";

    @Mixin
    private final LoginArguments typed = new LoginArguments();

    private final Surroundings surroundings;

    public LogoutCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new LoggingOut(typed.words, typed.visit(surroundings)).run().code();
    }
}
