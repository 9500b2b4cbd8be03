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
        return visit.make(
                Attempt.begin(ToolsCommand.NAME),
                targets -> targets.only(words, ToolsCommand.NAME),
                (client, attempt, printer) -> {
                    printer.tools(attempt, client.listTools());
                    return ExitCode.OK;
                });
    }
}
