package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead remove}: changes an entry of a configuration. */
@Command(
        name = RemoveCommand.NAME,
        description = "Removes configured servers from the file that names them.",
        customSynopsis = "Usage: fairlead remove [OPTIONS] NAME...",
        footer = {
            "  fairlead remove files",
            "  fairlead remove files tracker --json",
            "  fairlead remove files --config .mcp.json"
        })
public final class RemoveCommand implements Callable<Integer> {
    static final String NAME = "remove";

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = {
                "The names of configured servers. Only files of fairlead are changed,",
                "yours before the project's, unless --config names another one."
            })
    private List<String> words = List.of();

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public RemoveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Editing(surroundings, output, config, NAME).run(words).code();
    }
}
