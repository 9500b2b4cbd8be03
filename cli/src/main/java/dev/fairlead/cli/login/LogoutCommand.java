package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead logout}: gives back what a login to a server granted. */
public final class LogoutCommand implements Command {
    static final String NAME = "logout";

    private final LoginArguments typed = new LoginArguments();
    private final Surroundings surroundings;

    public LogoutCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead logout [OPTIONS] SERVER");
        form.examples("  fairlead logout https://example.com/mcp");
        form.include(typed);
    }

    @Override
    public Integer call() {
        return new LoggingOut(typed.words, typed.connection, typed.visit(surroundings, false))
                .run()
                .code();
    }
}
