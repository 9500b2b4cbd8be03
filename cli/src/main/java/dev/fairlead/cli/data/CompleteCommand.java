package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;

/** {@code fairlead complete}: has a server suggest values. */
public final class CompleteCommand implements Command {
    static final String NAME = "complete";

    private List<String> words = List.of();
    private final VisitOptions options = new VisitOptions();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public CompleteCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead complete [OPTIONS] SERVER PROMPT|TEMPLATE [KEY=TEXT...] KEY=BEGINNING",
                "       fairlead complete [OPTIONS] PROMPT|TEMPLATE ... -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead complete demo greeting name=A",
                "  fairlead complete https://example.com/mcp 'repo://{owner}/{name}' owner=ann name=f");
        form.words(
                "WORD",
                given -> words = given,
                "The last KEY=BEGINNING is what is to be completed; those before it are values",
                "  that were chosen earlier.");
        form.include(options);
    }

    @Override
    public Integer call() {
        return new Completing(words, options.visit(surroundings)).run().code();
    }
}
