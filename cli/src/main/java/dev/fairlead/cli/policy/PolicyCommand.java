package dev.fairlead.cli.policy;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead policy}: shows and changes what may be called. */
@Command(
        name = PolicyCommand.NAME,
        description = "Shows and changes which tools may be called, and about which somebody is asked.",
        customSynopsis = {
            "Usage: fairlead policy [OPTIONS] [list] [SERVER]",
            "       fairlead policy [OPTIONS] allow|ask|deny|forget SERVER [TOOL]",
            "       fairlead policy [OPTIONS] accept SERVER TOOL"
        },
        footer = {
            "  fairlead policy",
            "  fairlead policy deny files delete_file",
            "  fairlead policy ask files",
            "  fairlead policy allow files read_file --yes",
            "  fairlead policy forget files"
        })
public final class PolicyCommand implements Callable<Integer> {
    static final String NAME = "policy";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "allow: programs call it without a question, as it is defined now.",
                "ask: somebody is asked at every call. deny: it is not called.",
                "forget: nothing is decided any more. accept: the definition of a",
                "  tool, which changed, is as it should be.",
                "SERVER is a configured name; without TOOL all its tools are meant."
            })
    private List<String> words = List.of();

    @Option(names = "--yes", description = "Do not ask for a confirmation of allow and accept.")
    private boolean yes;

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    public PolicyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = options.visit(surroundings);
        return visit.attempt(Attempt.begin(), () -> new Deciding(visit, options.files(), yes).run(words))
                .code();
    }
}
