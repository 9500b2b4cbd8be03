package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The work of {@code fairlead tools}. */
public final class ToolListing {
    private final List<String> words;
    private final Visit visit;

    ToolListing(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        var found = new AtomicReference<Target>();
        return visit.make(
                Attempt.begin(),
                targets -> {
                    found.set(targets.only(words, ToolsCommand.NAME));
                    return found.get();
                },
                (client, attempt, printer) -> {
                    var tools = found.get().offered(client.listTools());
                    printer.print(attempt, new ToolList(String.valueOf(attempt.label()), tools));
                    visit.learnt(tools);
                    return ExitCode.OK;
                });
    }
}
