package dev.fairlead.cli;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Program;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a verb. */
@Command(
        name = RootCommand.NAME,
        sortOptions = false,
        description = "Uses the tools of MCP servers.",
        synopsisHeading = "Usage: ",
        commandListHeading = "%nVerbs:%n",
        optionListHeading = "%nOptions:%n")
final class RootCommand implements Runnable {
    static final String NAME = Program.NAME;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Show the version.")
    private boolean version;

    @SuppressWarnings("NullAway.Init") // picocli injects the specification
    RootCommand() {}

    @Override
    public void run() {
        if (version) {
            spec.commandLine().getOut().println(Main.version());
            return;
        }
        throw new ParameterException(spec.commandLine(), "a verb is missing; try 'fairlead tools demo'");
    }

    /** Returns what the exit codes mean, as lines of help. */
    static String[] exitCodes() {
        return Stream.concat(
                        Stream.of("", "Exit codes:"),
                        Arrays.stream(ExitCode.values()).map(ExitCode::line))
                .toArray(String[]::new);
    }
}
