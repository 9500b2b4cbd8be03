package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead complete}: has a server suggest values. */
@Command(
        name = CompleteCommand.NAME,
        description = "Has a server suggest values for an argument of a prompt or of a template.",
        customSynopsis = {
            "Usage: fairlead complete [OPTIONS] SERVER PROMPT|TEMPLATE [KEY=TEXT...] KEY=BEGINNING",
            "       fairlead complete [OPTIONS] PROMPT|TEMPLATE ... -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead complete demo greeting name=A",
            "  fairlead complete https://example.com/mcp 'repo://{owner}/{name}' owner=ann name=f"
        })
public final class CompleteCommand implements Callable<Integer> {
    static final String NAME = "complete";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "The last KEY=BEGINNING is what is to be completed; those before it are values",
                "  that were chosen earlier."
            })
    private List<String> words = List.of();

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public CompleteCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Completing(words, options.visit(surroundings)).run().code();
    }
}
