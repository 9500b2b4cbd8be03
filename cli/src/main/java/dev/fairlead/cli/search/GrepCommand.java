package dev.fairlead.cli.search;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;

/** {@code fairlead grep}: finds tools across servers. */
public final class GrepCommand implements Command {
    static final String NAME = "grep";

    private List<String> words = List.of();
    private boolean regex;
    private boolean prompts;
    private boolean resources;
    private final VisitOptions options = VisitOptions.unrecorded();
    private final Surroundings surroundings;

    public GrepCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead grep [OPTIONS] PATTERN [SERVER...]",
                "       fairlead grep [OPTIONS] PATTERN -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead grep 'read file'",
                "  fairlead grep 'delete_*' files tracker",
                "  fairlead grep '/issues?|tickets/' --prompts --json",
                "  fairlead grep add demo");
        form.words(
                "WORD",
                given -> words = given,
                "PATTERN is one of these, in any case:",
                "  words, all of which occur in name, title, description or arguments;",
                "  a name with * for any characters and ? for one, the whole of it;",
                "  /EXPRESSION/, a regular expression, found in any of these texts.",
                "SERVER is a configured name, demo, or a URL. Without any, all configured",
                "  servers are asked that are not disabled.");
        form.flag("-E, --regex", on -> regex = on, "PATTERN is a regular expression, without slashes around it.");
        form.flag("--prompts", on -> prompts = on, "Look at prompts too.");
        form.flag("--resources", on -> resources = on, "Look at resources, and templates of them, too.");
        form.include(options);
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
