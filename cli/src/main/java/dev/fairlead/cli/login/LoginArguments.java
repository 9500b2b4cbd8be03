package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.frame.Words;
import java.util.List;

/** What is typed after a verb that is about logging in to one server, or out of it. */
public final class LoginArguments implements Words {
    List<String> words = List.of();
    final ConnectionOptions connection = new ConnectionOptions();
    private final OutputOptions output = new OutputOptions();

    @Override
    public void describe(Form form) {
        form.words("SERVER", given -> words = given, "The URL of a server, or its configured name.");
        form.include(connection);
        form.include(output);
    }

    /** Prepares the visit that was typed; typing the verb is agreeing to it. */
    Visit visit(Surroundings surroundings, boolean verbose) {
        return new Visit(
                surroundings,
                connection,
                output.verbosely(verbose),
                connection.neverLogIn ? Consent.REFUSED : Consent.GIVEN);
    }
}
