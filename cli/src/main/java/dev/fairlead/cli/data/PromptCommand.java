package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;

/** {@code fairlead prompt}: fills in a prompt. */
public final class PromptCommand implements Command {
    static final String NAME = "prompt";

    private List<String> words = List.of();
    private final VisitOptions options = new VisitOptions();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public PromptCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead prompt [OPTIONS] SERVER PROMPT [KEY=TEXT...]",
                "       fairlead prompt [OPTIONS] PROMPT [KEY=TEXT...] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead prompt demo greeting name=Ann",
                "  fairlead prompt review file=@main.c --json -- python3 server.py");
        form.words(
                "WORD",
                given -> words = given,
                "SERVER is the URL of a server, or its name; 'fairlead prompts' lists what",
                "  it has. Without it, COMMAND starts the server.",
                "KEY=TEXT is an argument of the prompt; KEY=@FILE takes it from a file.");
        form.include(options);
    }

    @Override
    public Integer call() {
        return new Prompting(words, options.visit(surroundings)).run().code();
    }
}
