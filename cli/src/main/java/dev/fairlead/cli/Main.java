package dev.fairlead.cli;

import dev.fairlead.cli.text.Sanitizer;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/** Starts the {@code fairlead} command. */
public final class Main {
    private static final String SERVER_FOLLOWS = "--";

    private Main() {}

    /** Runs the command and ends the process. */
    public static void main(String[] args) {
        var out = Printer.standardOutput();
        var err = Printer.standardError();
        int code = run(
                args,
                new Surroundings(
                        out,
                        err,
                        System.in,
                        TerminalCheck.ofError(),
                        System.getenv(),
                        Interruption.ofThisProcess(),
                        new BuiltInServers(),
                        new OwnDesktop(System.getenv()),
                        null));
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Runs the command and returns what to tell the shell. */
    static int run(String[] args, PrintStream out, PrintStream err, InputStream in) {
        BooleanSupplier nobodyWatches = () -> false;
        return run(
                args,
                new Surroundings(
                        out,
                        err,
                        in,
                        nobodyWatches,
                        Map.of(),
                        new Interruption(),
                        new BuiltInServers(),
                        new OwnDesktop(Map.of()),
                        null));
    }

    /** Runs the command in these surroundings. */
    static int run(String[] args, Surroundings given) {
        var words = List.of(args);
        if (words.equals(List.of("--version"))) {
            given.out().println(version()); // without picocli, which takes longer to load than this to say
            return ExitCode.OK.code();
        }
        int end = words.indexOf(SERVER_FOLLOWS);
        var surroundings = end < 0 ? given : given.withServerCommand(words.subList(end + 1, words.size()));
        var ours = end < 0 ? words : words.subList(0, end);
        return commandLine(surroundings).execute(ours.toArray(String[]::new));
    }

    /** Returns the name and version of this program. */
    static String version() {
        var version = Main.class.getPackage().getImplementationVersion();
        return RootCommand.NAME + " " + (version == null ? "(not packaged)" : version);
    }

    private static CommandLine commandLine(Surroundings surroundings) {
        var line = new CommandLine(new RootCommand())
                .addSubcommand(new ToolsCommand(surroundings))
                .addSubcommand(new CallCommand(surroundings))
                .addSubcommand(new InfoCommand(surroundings))
                .addSubcommand(new PingCommand(surroundings))
                .addSubcommand(new ServersCommand(surroundings))
                .addSubcommand(new ApproveCommand(surroundings))
                .addSubcommand(new LoginCommand(surroundings))
                .addSubcommand(new LogoutCommand(surroundings))
                .addSubcommand(new WhoamiCommand(surroundings))
                .setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                // What looks like a file of arguments is an argument.
                .setExpandAtFiles(false)
                .setUsageHelpWidth(100)
                .setUsageHelpAutoWidth(false)
                .setParameterExceptionHandler((problem, words) -> misused(problem, words, surroundings));
        line.getCommandSpec().usageMessage().footerHeading("").footer(RootCommand.exitCodes());
        line.getSubcommands()
                .values()
                .forEach(verb -> addExitCodes(verb.getCommandSpec().usageMessage()));
        return line;
    }

    private static void addExitCodes(UsageMessageSpec help) {
        help.footer(Stream.of(help.footer(), RootCommand.exitCodes())
                .flatMap(Stream::of)
                .toArray(String[]::new));
    }

    private static int misused(ParameterException problem, String[] words, Surroundings surroundings) {
        var verb = problem.getCommandLine().getCommandSpec().qualifiedName();
        if (Arrays.asList(words).contains(OutputOptions.JSON)) {
            return Visit.misused(String.valueOf(problem.getMessage()), surroundings)
                    .code();
        }
        surroundings
                .err()
                .println("%s: %s%nTry '%s --help'."
                        .formatted(RootCommand.NAME, Sanitizer.text(String.valueOf(problem.getMessage())), verb));
        return ExitCode.USAGE.code();
    }
}
