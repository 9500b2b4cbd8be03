package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead call}: calls a tool. */
@Command(
        name = CallCommand.NAME,
        description = "Calls a tool and prints its answer.",
        customSynopsis = {
            "Usage: fairlead call [OPTIONS] SERVER TOOL [KEY=VALUE...]",
            "       fairlead call [OPTIONS] TOOL [KEY=VALUE...] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead call demo add a=2 b=3",
            "  fairlead call https://example.com/mcp search query=mast --header-env Authorization=TOKEN",
            "  fairlead call search query=mast limit=5 --timeout 8s -- python3 server.py",
            "  fairlead call save text=@notes.txt 'options:={\"overwrite\": true}' -- server.js"
        })
public final class CallCommand implements Callable<Integer> {
    static final String NAME = "call";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "SERVER is the URL of a server, or its name: demo, which is built in, or",
                "  one that is configured; 'fairlead servers' lists those.",
                "Without it, COMMAND starts the server: a program with its",
                "  arguments, or a .py, .js, .mjs, .cjs or .jar file.",
                "KEY=TEXT is an argument of the tool, read as its schema wants:",
                "  text for a string, else JSON. Repeat it to fill an array.",
                "KEY:=JSON is an argument in JSON, whatever the schema wants.",
                "KEY=@FILE and KEY:=@FILE take the text or JSON from a file."
            })
    private List<String> words = List.of();

    @Option(
            names = "--args",
            paramLabel = "JSON",
            description = {
                "All arguments as a JSON object: the JSON itself, @FILE, or - for stdin.",
                "KEY=VALUE replaces members of it."
            })
    @Nullable
    private String arguments;

    @Option(
            names = "--task",
            description = "Have the server go on by itself, and print the task's id; 'fairlead tasks' asks after it.")
    private boolean task;

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private final Surroundings surroundings;

    public CallCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = options.visit(surroundings);
        return new ToolCalling(words, arguments, task ? visit.speakingOfTasks() : visit)
                .run()
                .code();
    }
}
