package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead tasks}: asks after work that a server goes on with. */
@Command(
        name = TasksCommand.NAME,
        description = "Lists the tasks of a server, asks after one, fetches its result, or cancels it.",
        customSynopsis = {
            "Usage: fairlead tasks [OPTIONS] SERVER [list | get ID | result ID | cancel ID]",
            "       fairlead tasks [OPTIONS] [list | get ID | result ID | cancel ID] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead call https://example.com/mcp report year=2025 --task",
            "  fairlead tasks https://example.com/mcp",
            "  fairlead tasks https://example.com/mcp get 786512e2",
            "  fairlead tasks https://example.com/mcp result 786512e2 --timeout 10m"
        })
public final class TasksCommand implements Callable<Integer> {
    static final String NAME = "tasks";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "list shows all tasks (servers of 2025-11-25 only), and is the usual.",
                "get tells how far one is; result waits for what it brings; cancel stops it.",
                "Tasks of a server that is started by a command end with it."
            })
    private List<String> words = List.of();

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    /** Runs in these surroundings. */
    public TasksCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new TaskWork(words, options.visit(surroundings).speakingOfTasks())
                .run()
                .code();
    }
}
