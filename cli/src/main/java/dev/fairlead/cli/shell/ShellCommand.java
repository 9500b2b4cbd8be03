package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;

/** {@code fairlead shell}: all other verbs, line by line, at servers that stay connected. */
public final class ShellCommand implements Command {
    static final String NAME = "shell";

    private List<String> servers = List.of();
    private boolean keepGoing;
    private final ConfigOptions config = new ConfigOptions();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;
    private final Commands verbs;

    /** Runs these verbs in these surroundings. */
    public ShellCommand(Surroundings surroundings, Commands verbs) {
        this.surroundings = surroundings;
        this.verbs = verbs;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead shell [OPTIONS] [SERVER...]",
                "       fairlead shell [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead shell demo",
                "  fairlead shell -- python3 server.py",
                "  printf 'use demo\\ncall add a=2 b=3\\n' | fairlead shell",
                "  fairlead shell --keep-going --json demo < calls.txt");
        form.words(
                "SERVER",
                given -> servers = given,
                "Servers to connect to at once: URLs or names. The first one is the one that",
                "  lines are about which name none; 'use SERVER' changes that.");
        form.flag(
                "--keep-going",
                on -> keepGoing = on,
                "Where lines come from a pipe or a file: go on after one that failed.");
        form.include(config);
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, Consent.ASKED);
        return new ShellRunning(servers, keepGoing, new LineDefaults(output, config), visit, verbs).run();
    }
}
