package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Verbosity;

/** {@code fairlead login}: lets a person, or a program, log in to a server. */
public final class LoginCommand implements Command {
    static final String NAME = "login";

    private final LoginArguments typed = new LoginArguments();
    private final Verbosity verbosity = new Verbosity();
    private boolean neverLogIn;
    private final Surroundings surroundings;

    public LoginCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead login [OPTIONS] SERVER");
        form.examples(
                "  fairlead login https://example.com/mcp",
                "  fairlead login https://example.com/mcp --no-browser --scope files:write",
                "  fairlead login https://example.com/mcp --client-credentials \\",
                "      --client-id nightly --client-secret-env NIGHTLY_SECRET");
        form.include(typed);
        form.include(verbosity);
        // Whoever types this wants to know whether it would work without anybody. Nobody else needs to know of it.
        form.hiddenFlag(ConnectionOptions.NO_LOGIN, on -> neverLogIn = on);
    }

    @Override
    public Integer call() {
        typed.connection.neverLogIn = neverLogIn;
        return new LoggingIn(typed.words, typed.connection.login, typed.visit(surroundings, verbosity.typed))
                .run()
                .code();
    }
}
