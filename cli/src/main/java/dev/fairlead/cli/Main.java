package dev.fairlead.cli;

import dev.fairlead.cli.config.AddCommand;
import dev.fairlead.cli.config.DisableCommand;
import dev.fairlead.cli.config.EnableCommand;
import dev.fairlead.cli.config.ImportCommand;
import dev.fairlead.cli.config.RemoveCommand;
import dev.fairlead.cli.data.CompleteCommand;
import dev.fairlead.cli.data.PromptCommand;
import dev.fairlead.cli.data.PromptsCommand;
import dev.fairlead.cli.data.ReadCommand;
import dev.fairlead.cli.data.ResourcesCommand;
import dev.fairlead.cli.data.TemplatesCommand;
import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.OwnDesktop;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.info.InfoCommand;
import dev.fairlead.cli.info.PingCommand;
import dev.fairlead.cli.login.LoginCommand;
import dev.fairlead.cli.login.LogoutCommand;
import dev.fairlead.cli.login.WhoamiCommand;
import dev.fairlead.cli.policy.PolicyCommand;
import dev.fairlead.cli.search.GrepCommand;
import dev.fairlead.cli.server.ApproveCommand;
import dev.fairlead.cli.server.ServersCommand;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.cli.tool.CallCommand;
import dev.fairlead.cli.tool.ToolsCommand;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
        var screen = Screen.ofProcess(System.getenv());
        int code = run(
                args,
                new Surroundings(
                        out,
                        err,
                        System.in,
                        screen,
                        System.getenv(),
                        Interruption.ofThisProcess(),
                        new BuiltInServers(),
                        new OwnDesktop(System.getenv(), screen),
                        null));
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Runs the command and returns what to tell the shell. */
    static int run(String[] args, PrintStream out, PrintStream err, InputStream in) {
        var screen = new Screen(Map.of(), stream -> false, () -> 0, "UTF-8");
        return run(
                args,
                new Surroundings(
                        out,
                        err,
                        in,
                        screen,
                        Map.of(),
                        new Interruption(),
                        new BuiltInServers(),
                        new OwnDesktop(Map.of(), screen),
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
                .addSubcommand(new GrepCommand(surroundings))
                .addSubcommand(new PromptsCommand(surroundings))
                .addSubcommand(new PromptCommand(surroundings))
                .addSubcommand(new ResourcesCommand(surroundings))
                .addSubcommand(new ReadCommand(surroundings))
                .addSubcommand(new TemplatesCommand(surroundings))
                .addSubcommand(new CompleteCommand(surroundings))
                .addSubcommand(new InfoCommand(surroundings))
                .addSubcommand(new PingCommand(surroundings))
                .addSubcommand(new ServersCommand(surroundings))
                .addSubcommand(new ApproveCommand(surroundings))
                .addSubcommand(new AddCommand(surroundings))
                .addSubcommand(new RemoveCommand(surroundings))
                .addSubcommand(new EnableCommand(surroundings))
                .addSubcommand(new DisableCommand(surroundings))
                .addSubcommand(new ImportCommand(surroundings))
                .addSubcommand(new PolicyCommand(surroundings))
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
