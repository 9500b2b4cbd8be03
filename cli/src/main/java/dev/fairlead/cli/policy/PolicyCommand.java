package dev.fairlead.cli.policy;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;

/** {@code fairlead policy}: shows all policies, and changes what may be called. */
public final class PolicyCommand implements Command {
    static final String NAME = "policy";

    private List<String> words = List.of();
    private boolean yes;
    private final VisitOptions options = VisitOptions.unrecorded();
    private final Surroundings surroundings;

    public PolicyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead policy [OPTIONS]",
                "       fairlead policy [OPTIONS] list [SERVER]",
                "       fairlead policy [OPTIONS] allow|ask|deny|forget SERVER [TOOL]",
                "       fairlead policy [OPTIONS] accept SERVER TOOL");
        form.examples(
                "  fairlead policy",
                "  fairlead policy list",
                "  fairlead policy deny files delete_file",
                "  fairlead policy ask files",
                "  fairlead policy allow files read_file --yes",
                "  fairlead policy forget files");
        form.words(
                "WORD",
                given -> words = given,
                "Nothing: all ten policies, as they are here. list: what is decided about tools.",
                "allow: programs call it without a question, as it is defined now.",
                "ask: somebody is asked at every call. deny: it is not called.",
                "forget: nothing is decided any more, and definitions that were approved",
                "  are new again. accept: the definition of a tool, which changed, is as",
                "  it should be.",
                "SERVER is a configured name; without TOOL all its tools are meant.");
        form.flag("--yes", on -> yes = on, "Do not ask for a confirmation of allow and accept.");
        form.include(options);
    }

    @Override
    public Integer call() {
        var visit = options.visit(surroundings);
        return visit.attempt(Attempt.begin(), () -> new Deciding(visit, options, yes).run(words))
                .code();
    }
}
