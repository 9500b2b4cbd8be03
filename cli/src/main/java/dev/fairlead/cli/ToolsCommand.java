package dev.fairlead.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead tools}: lists what a server can do. */
@Command(
        name = ToolsCommand.NAME,
        sortOptions = false,
        description = "Lists the tools of a server.",
        synopsisHeading = "",
        customSynopsis = {
            "Usage: fairlead tools [OPTIONS] SERVER",
            "       fairlead tools [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairlead tools demo",
            "  fairlead tools https://example.com/mcp",
            "  fairlead tools -- python3 server.py",
            "  fairlead tools --json -- server.js"
        })
final class ToolsCommand implements Callable<Integer> {
    static final String NAME = "tools";

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

    ToolsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new ToolListing(words, new Visit(surroundings, connection, output))
                .run()
                .code();
    }
}
