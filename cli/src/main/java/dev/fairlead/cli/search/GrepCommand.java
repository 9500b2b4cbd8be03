package dev.fairlead.cli.search;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead grep}: finds tools across servers. */
@Command(
        name = GrepCommand.NAME,
        description = "Finds tools across all configured servers, or those that are named.",
        customSynopsis = {
            "Usage: fairlead grep [OPTIONS] PATTERN [SERVER...]",
            "       fairlead grep [OPTIONS] PATTERN -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead grep 'read file'",
            "  fairlead grep 'delete_*' files tracker",
            "  fairlead grep '/issues?|tickets/' --prompts --json",
            "  fairlead grep add demo"
        })
public final class GrepCommand implements Callable<Integer> {
    static final String NAME = "grep";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "PATTERN is one of these, in any case:",
                "  words, all of which occur in name, title, description or arguments;",
                "  a name with * for any characters and ? for one, the whole of it;",
                "  /EXPRESSION/, a regular expression, found in any of these texts.",
                "SERVER is a configured name, demo, or a URL. Without any, all configured",
                "  servers are asked that are not disabled."
            })
    private List<String> words = List.of();

    @Option(
            names = {"-E", "--regex"},
            description = "PATTERN is a regular expression, without slashes around it.")
    private boolean regex;

    @Option(names = "--prompts", description = "Look at prompts too.")
    private boolean prompts;

    @Option(names = "--resources", description = "Look at resources, and templates of them, too.")
    private boolean resources;

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    public GrepCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = options.visit(surroundings);
        return visit.attempt(
                        Attempt.begin(),
                        () -> new Searching(visit, options.files(), prompts, resources).run(words, regex))
                .code();
    }
}
