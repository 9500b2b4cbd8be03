package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead enable}: changes an entry of a configuration. */
@Command(
        name = EnableCommand.NAME,
        description = "Uses configured servers again that were disabled.",
        customSynopsis = "Usage: fairlead enable [OPTIONS] NAME...",
        footer = {
            "  fairlead enable files",
            "  fairlead enable files tracker --json",
            "  fairlead enable files --config .mcp.json"
        })
public final class EnableCommand implements Callable<Integer> {
    static final String NAME = "enable";

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

    public EnableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Editing(surroundings, output, config, NAME).run(words).code();
    }
}
