package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairlead login}: lets a person, or a program, log in to a server. */
@Command(
        name = LoginCommand.NAME,
        description = "Logs in to a server; what it grants is kept for all other verbs.",
        customSynopsis = "Usage: fairlead login [OPTIONS] SERVER",
        footer = {
            "  fairlead login https://example.com/mcp",
            "  fairlead login https://example.com/mcp --no-browser --scope files:write",
            "  fairlead login https://example.com/mcp --client-credentials \\",
            "      --client-id nightly --client-secret-env NIGHTLY_SECRET"
        })
public final class LoginCommand implements Callable<Integer> {
    static final String NAME = "login";

    @Mixin
    private final LoginArguments typed = new LoginArguments();

    // Whoever types this wants to know whether it would work without anybody. Nobody else needs to know of it.
    @Option(names = ConnectionOptions.NO_LOGIN, hidden = true)
    private boolean neverLogIn;

    private final Surroundings surroundings;

    public LoginCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        typed.connection.neverLogIn = neverLogIn;
        return new LoggingIn(typed.words, typed.connection.login, typed.visit(surroundings))
                .run()
                .code();
    }
}
