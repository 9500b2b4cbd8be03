package dev.fairlead.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead info}: tells what a server is. */
@Command(
        name = InfoCommand.NAME,
        sortOptions = false,
        description = "Tells what a server is, what it offers, and how it was connected to.",
        synopsisHeading = "",
        customSynopsis = {
            "Usage: fairlead info [OPTIONS] SERVER",
            "       fairlead info [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairlead info demo",
            "  fairlead info https://example.com/mcp --header-env Authorization=TOKEN",
            "  fairlead info --json -- server.js"
        })
final class InfoCommand implements Callable<Integer> {
    static final String NAME = "info";

    @Parameters(
            arity = "0..*",
            paramLabel = "SERVER",
            description = {
                "The URL of a server, or its name: demo, which is built in.",
                "Without it, COMMAND starts the server: a program with its",
                "  arguments, or a .py, .js, .mjs, .cjs or .jar file."
            })
    private List<String> words = List.of();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    InfoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Inspection(words, new Visit(surroundings, connection, output))
                .run()
                .code();
    }
}
