package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead disable}: changes an entry of a configuration. */
@Command(
        name = DisableCommand.NAME,
        description = "Keeps configured servers, and does not use them.",
        customSynopsis = "Usage: fairlead disable [OPTIONS] NAME...",
        footer = {
            "  fairlead disable files",
            "  fairlead disable files tracker --json",
            "  fairlead disable files --config .mcp.json"
        })
public final class DisableCommand implements Callable<Integer> {
    static final String NAME = "disable";

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

    public DisableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return new Editing(surroundings, output, config, NAME).run(words).code();
    }
}
