package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.OwnHelp;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead call}: calls a tool. */
@Command(
        name = CallCommand.NAME,
        description = "Calls a tool and prints its answer.",
        customSynopsis = {
            "Usage: fairlead call [OPTIONS] SERVER TOOL [KEY=VALUE...] [--KEY VALUE...]",
            "       fairlead call [OPTIONS] TOOL [KEY=VALUE...] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead call demo add a=2 b=3",
            "  fairlead call demo add --help",
            "  fairlead call https://example.com/mcp search query=mast --header-env Authorization=TOKEN",
            "  fairlead call search query=mast limit=5 --timeout 8s -- python3 server.py",
            "  fairlead call save text=@notes.txt 'options:={\"overwrite\": true}' -- server.js"
        })
public final class CallCommand implements Callable<Integer>, OwnHelp {
    public static final String NAME = "call";

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = {
                "SERVER is the URL of a server; a .py, .js, .mjs, .cjs or .jar file; or a",
                "  name: demo, which is built in, one that is configured ('fairlead",
                "  servers' lists those), or FILE#NAME for one that a certain file configures.",
                "Without it, COMMAND starts the server: a program or script with its",
                "  arguments.",
                "KEY=TEXT is an argument of the tool, read as its schema wants:",
                "  text for a string, else JSON. Repeat it to fill an array.",
                "KEY:=JSON is an argument in JSON, whatever the schema wants.",
                "KEY=@FILE and KEY:=@FILE take the text or JSON from a file.",
                "KEY.INNER=VALUE is an argument inside another one.",
                "--KEY VALUE, after the TOOL, is the same as KEY=VALUE;",
                "  'fairlead call SERVER TOOL --help' lists them."
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
            names = "--no-validate",
            description = "Send the arguments also where they do not fit the schema of the tool.")
    private boolean unchecked;

    @Option(
            names = "--raw",
            description = {
                "Print the answer exactly as it was sent: its text, or the bytes of the",
                "one picture, sound or file that it is."
            })
    private boolean raw;

    @Option(
            names = "--save",
            paramLabel = "FOLDER",
            description = "Write pictures, sounds and files of the answer into this folder.")
    @Nullable
    private Path folder;

    @Option(
            names = "--task",
            description = "Have the server go on by itself, and print the task's id; 'fairlead tasks' asks after it.")
    private boolean task;

    @Mixin
    private final VisitOptions options = new VisitOptions();

    private @Nullable CommandSpec spec;

    private final Surroundings surroundings;

    public CallCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Spec
    void describe(CommandSpec given) {
        spec = given;
        // What follows a tool and looks like an option is an argument of that tool.
        given.parser().unmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() {
        return calling().run().code();
    }

    @Override
    public boolean hasOwnHelp() {
        return words.size() > (surroundings.serverCommand() == null ? 1 : 0);
    }

    @Override
    public int help() {
        var taken = spec == null ? Set.<String>of() : spec.optionsMap().keySet();
        return calling().help(taken).code();
    }

    private ToolCalling calling() {
        var special = new ToolCallOptions(unchecked, raw, folder);
        var visit = options.visit(surroundings);
        return new ToolCalling(words, arguments, special, task ? visit.speakingOfTasks() : visit);
    }
}
