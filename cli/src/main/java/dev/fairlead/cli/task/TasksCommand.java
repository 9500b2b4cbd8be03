package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;

/** {@code fairlead tasks}: asks after work that a server goes on with. */
public final class TasksCommand implements Command {
    static final String NAME = "tasks";

    private List<String> words = List.of();
    private final VisitOptions options = new VisitOptions();
    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public TasksCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead tasks [OPTIONS] SERVER [list | (get | watch | result | cancel) ID]",
                "       fairlead tasks [OPTIONS] [list | (get | ...) ID] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead call https://example.com/mcp report year=2025 --task",
                "  fairlead tasks https://example.com/mcp",
                "  fairlead tasks https://example.com/mcp get 786512e2",
                "  fairlead tasks https://example.com/mcp watch 786512e2",
                "  fairlead tasks https://example.com/mcp result 786512e2 --timeout 10m");
        form.words(
                "WORD",
                given -> words = given,
                "list shows all tasks (servers of 2025-11-25 only), and is the usual.",
                "get tells how far one is; watch tells each change until it is over",
                "  and asks what it waits for; result waits for what it brings; cancel",
                "  stops it.",
                "Tasks of a server that is started by a command end with it.");
        form.include(options);
    }

    @Override
    public Integer call() {
        return new TaskWork(words, options.visit(surroundings).speakingOfTasks())
                .run()
                .code();
    }
}
