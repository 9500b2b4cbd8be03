package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead shell}: all other verbs, line by line, at servers that stay connected. */
@Command(
        name = ShellCommand.NAME,
        description = "Runs verbs line by line, at servers that stay connected in between.",
        customSynopsis = {
            "Usage: fairlead shell [OPTIONS] [SERVER...]",
            "       fairlead shell [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead shell demo",
            "  fairlead shell -- python3 server.py",
            "  printf 'use demo\\ncall add a=2 b=3\\n' | fairlead shell",
            "  fairlead shell --keep-going --json demo < calls.txt"
        })
public final class ShellCommand implements Callable<Integer> {
    static final String NAME = "shell";

    @Parameters(
            arity = "0..*",
            paramLabel = "SERVER",
            description = {
                "Servers to connect to at once: URLs or names. The first one is the one that",
                "  lines are about which name none; 'use SERVER' changes that."
            })
    private List<String> servers = List.of();

    @Option(
            names = "--keep-going",
            description = "Where lines come from a pipe or a file: go on after one that failed.")
    private boolean keepGoing;

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;
    private final Commands verbs;

    /** Runs these verbs in these surroundings. */
    public ShellCommand(Surroundings surroundings, Commands verbs) {
        this.surroundings = surroundings;
        this.verbs = verbs;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, Consent.ASKED);
        return new ShellRunning(servers, keepGoing, new LineDefaults(output.json, config), visit, verbs).run();
    }
}
