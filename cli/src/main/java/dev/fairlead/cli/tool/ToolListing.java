package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Visit;
import java.util.List;

/** The work of {@code fairlead tools}. */
public final class ToolListing {
    private final List<String> words;
    private final Visit visit;

    ToolListing(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(
                Attempt.begin(), targets -> targets.only(words, ToolsCommand.NAME), (client, attempt, printer) -> {
                    var tools = client.listTools();
                    printer.print(attempt, new ToolList(String.valueOf(attempt.label()), tools));
                    visit.learnt(tools);
                    return ExitCode.OK;
                });
    }
}
