package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead prompt}: fills in a prompt. */
@Command(
        name = PromptCommand.NAME,
        description = "Fills in a prompt of a server, and prints its messages.",
        customSynopsis = {
            "Usage: fairlead prompt [OPTIONS] SERVER PROMPT [KEY=TEXT...]",
            "       fairlead prompt [OPTIONS] PROMPT [KEY=TEXT...] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead prompt demo greeting name=Ann",
            "  fairlead prompt review file=@main.c --json -- python3 server.py"
        })
public final class PromptCommand implements Callable<Integer> {
    static final String NAME = "prompt";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "SERVER is the URL of a server, or its name; 'fairlead prompts' lists what",
                "  it has. Without it, COMMAND starts the server.",
                "KEY=TEXT is an argument of the prompt; KEY=@FILE takes it from a file."
            })
    private List<String> words = List.of();

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public PromptCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Prompting(words, options.visit(surroundings)).run().code();
    }
}
