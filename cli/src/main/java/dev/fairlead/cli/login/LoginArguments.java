package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What is typed after a verb that is about logging in to one server, or out of it. */
public final class LoginArguments {
    @Parameters(arity = "0..*", paramLabel = "SERVER", description = "The URL of a server, or its configured name.")
    List<String> words = List.of();

    @Mixin
    final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    /** Prepares the visit that was typed; typing the verb is agreeing to it. */
    Visit visit(Surroundings surroundings) {
        return new Visit(surroundings, connection, output, connection.neverLogIn ? Consent.REFUSED : Consent.GIVEN);
    }
}
