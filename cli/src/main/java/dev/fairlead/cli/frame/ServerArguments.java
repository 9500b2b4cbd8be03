package dev.fairlead.cli.frame;

import java.util.List;

/** What is typed after a verb that visits one server, whichever kind that is, and wants no more words. */
public final class ServerArguments implements Words {
    public List<String> words = List.of();
    private final VisitOptions options = new VisitOptions();

    @Override
    public void describe(Form form) {
        form.words(
                "SERVER",
                given -> words = given,
                "The URL of a server; a .py, .js, .mjs, .cjs or .jar file; or a name: demo,",
                "  which is built in, one that is configured ('fairlead servers' lists",
                "  those), or FILE#NAME for one that a certain file configures.",
                "Without it, COMMAND starts the server: a program or script with its",
                "  arguments.");
        form.include(options);
    }

    /** Prepares the visit that was typed. */
    public Visit visit(Surroundings surroundings) {
        return options.visit(surroundings);
    }
}
