package dev.fairlead.cli;

import java.util.List;

/** The work of {@code fairlead tools}. */
final class ToolListing {
    private final List<String> words;
    private final Visit visit;

    ToolListing(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(ToolsCommand.NAME), this::target, (client, attempt, printer) -> {
            printer.tools(attempt, client.listTools());
            return ExitCode.OK;
        });
    }

    private Target target() {
        var command = visit.surroundings().serverCommand();
        if (command != null && !words.isEmpty()) {
            throw new UsageException(
                    "'%s' and the command after -- both name a server; drop one of them".formatted(words.getFirst()));
        }
        var target = Target.of(words, visit.surroundings(), ToolsCommand.NAME, "");
        if (!target.words().isEmpty()) {
            throw new UsageException("'%s' is one word too many; type 'fairlead tools %s'"
                    .formatted(target.words().getFirst(), target.label()));
        }
        return target;
    }
}
