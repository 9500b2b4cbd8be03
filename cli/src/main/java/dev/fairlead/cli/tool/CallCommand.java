package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.OwnHelp;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.VisitOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code fairlead call}: calls a tool. */
public final class CallCommand implements Command, OwnHelp {
    public static final String NAME = "call";

    private List<String> words = List.of();
    private @Nullable String arguments;
    private boolean unchecked;
    private boolean raw;
    private @Nullable Path folder;
    private boolean task;
    private final VisitOptions options = new VisitOptions();
    private @Nullable Form form;
    private final Surroundings surroundings;

    public CallCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        this.form = form;
        form.usage(
                "Usage: fairlead call [OPTIONS] SERVER TOOL [KEY=VALUE...] [--KEY VALUE...]",
                "       fairlead call [OPTIONS] TOOL [KEY=VALUE...] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead call demo add a=2 b=3",
                "  fairlead call demo add --help",
                "  fairlead call https://example.com/mcp search query=mast --header-env Authorization=TOKEN",
                "  fairlead call search query=mast limit=5 --timeout 8s -- python3 server.py",
                "  fairlead call save text=@notes.txt 'options:={\"overwrite\": true}' -- server.js");
        form.words("WORD", given -> words = given);
        form.term(
                "SERVER",
                "The URL of a server; a .py, .js, .mjs, .cjs or .jar file; or a name: demo, which is built in, one that"
                        + " is configured ('fairlead servers' lists those), or FILE#NAME for one that a certain file"
                        + " configures.");
        form.term("COMMAND", "Starts the server, in place of SERVER: a program or script with its arguments.");
        form.term("TOOL", "The tool; 'fairlead call SERVER TOOL --help' shows its arguments.");
        form.term(
                "KEY=TEXT",
                "An argument of the tool, read as its schema wants: text for a string, else JSON. Repeat it to fill an"
                        + " array.");
        form.term("KEY:=JSON", "An argument in JSON, whatever the schema wants.");
        form.term("KEY=@FILE, KEY:=@FILE", "An argument whose text or JSON is in a file.");
        form.term("KEY.INNER=VALUE", "An argument inside another one.");
        form.term("--KEY VALUE", "After the TOOL, the same as KEY=VALUE.");
        form.text(
                "--args",
                "JSON",
                given -> arguments = given,
                "All arguments as a JSON object: the JSON itself, @FILE, or - for stdin.",
                "KEY=VALUE replaces members of it.");
        form.flag(
                "--no-validate",
                on -> unchecked = on,
                "Send the arguments also where they do not fit the schema of the tool.");
        form.flag(
                "--raw",
                on -> raw = on,
                "Print the answer exactly as it was sent: its text, or the bytes of the",
                "one picture, sound or file that it is.");
        form.path(
                "--save",
                "FOLDER",
                given -> folder = given,
                "Write pictures, sounds and files of the answer into this folder.");
        form.flag(
                "--task",
                on -> task = on,
                "Have the server go on by itself, and print the task's id; 'fairlead tasks' asks after it.");
        form.include(options);
        // What follows a tool and looks like an option is an argument of that tool.
        form.takeUnknownOptionsAsWords();
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
        var taken = form == null ? Set.<String>of() : form.optionNames();
        return calling().help(taken).code();
    }

    private ToolCalling calling() {
        var special = new ToolCallOptions(unchecked, raw, folder);
        var visit = options.visit(surroundings);
        return new ToolCalling(words, arguments, special, task ? visit.speakingOfTasks() : visit);
    }
}
