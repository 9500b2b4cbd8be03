package dev.fairlead.cli;

import dev.fairlead.cli.completion.ScriptAnswers;
import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.LibraryFolder;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.OwnDesktop;
import dev.fairlead.cli.frame.OwnHelp;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Program;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Undecoded;
import dev.fairlead.cli.frame.UnwrittenException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.shell.Commands;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Starts the {@code fairlead} command. */
public final class Main {
    private static final String SERVER_FOLLOWS = "--";
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    /** What can be typed inside the shell too. */
    static final Commands COMMANDS = new Commands() {
        @Override
        public int run(List<String> words, Surroundings surroundings) {
            return Main.perform(words, surroundings);
        }

        @Override
        public CommandLine line(Surroundings surroundings) {
            return commandLine(Verbs.ALL, surroundings);
        }
    };

    private Main() {}

    /** Runs the command and ends the process. */
    public static void main(String[] args) {
        boolean brief = beginsNothing(List.of(args));
        if (!brief) {
            // Words are read meanwhile.
            Thread.ofPlatform().daemon().name("fairlead-prepare").start(StdioTransport::prepare);
            LibraryFolder.choose(System.getenv());
        }
        if (System.getProperty(NO_DELAY) == null) {
            // Events of the console are small, and nobody should wait for the next one to see the last.
            System.setProperty(NO_DELAY, "true");
        }
        var surroundings = ofThisProcess();
        int code = run(args, surroundings);
        surroundings.err().flush();
        if (brief) {
            // Nothing was begun that would have to end, and an orderly exit takes as long as all of this: it looks for
            // loggers.
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    private static boolean beginsNothing(List<String> words) {
        return !words.isEmpty()
                && (words.getFirst().startsWith("-")
                        || words.getFirst().startsWith("__")
                        || (words.size() == 2 && List.of("-h", "--help").contains(words.getLast())));
    }

    /** Returns the surroundings of this process. */
    static Surroundings ofThisProcess() {
        var environment = System.getenv();
        var screen = Screen.ofProcess(environment);
        return new Surroundings(
                Printer.standardOutput(),
                Printer.standardError(),
                System.in,
                screen,
                environment,
                Interruption.ofThisProcess(),
                new BuiltInServers(),
                new OwnDesktop(environment, screen),
                null);
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
        try {
            return perform(List.of(args), given);
        } catch (UnwrittenException unheard) {
            return unheard.tell(given.err()).code();
        }
    }

    private static int perform(List<String> words, Surroundings given) {
        int code = verb(words, given);
        given.out().flush(); // Throws where something before could not be written, too.
        return code;
    }

    private static int verb(List<String> words, Surroundings given) {
        if (!words.isEmpty() && words.getFirst().equals(ScriptAnswers.NAME)) {
            return ScriptAnswers.run(words.subList(1, words.size()), given, new Vocabulary(given))
                    .code();
        }
        var undecoded = Undecoded.complaint(words);
        if (undecoded.isPresent()) {
            return misused(undecoded.get(), Program.NAME, words, given);
        }
        int end = words.indexOf(SERVER_FOLLOWS);
        var surroundings = end < 0 ? given : given.withServerCommand(words.subList(end + 1, words.size()));
        var ours = end < 0 ? words : words.subList(0, end);
        var first = ours.isEmpty() ? "" : ours.getFirst();
        return switch (first) {
            case "" -> misused("a verb is missing; try 'fairlead tools demo'", Program.NAME, ours, surroundings);
            case "-h", "--help" -> shown(Overview.text(), surroundings);
            case "-V", "--version" -> shown(version() + System.lineSeparator(), surroundings);
            default ->
                Verbs.named(first)
                        .map(verb -> commandLine(List.of(verb), surroundings).execute(ours.toArray(String[]::new)))
                        .orElseGet(() -> misused(unknown(first), Program.NAME, ours, surroundings));
        };
    }

    /** Returns the name and version of this program. */
    static String version() {
        var version = Main.class.getPackage().getImplementationVersion();
        return Program.NAME + " " + (version == null ? "(not packaged)" : version);
    }

    /** Returns what reads the words of these verbs. */
    static CommandLine commandLine(List<Verb> verbs, Surroundings surroundings) {
        var line = Form.ofProgram(Program.NAME);
        verbs.forEach(verb -> line.addSubcommand(verb.name(), verb.form(surroundings)));
        line.setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                // What looks like a file of arguments is an argument.
                .setExpandAtFiles(false)
                .setUsageHelpWidth(100)
                .setUsageHelpAutoWidth(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(typed -> tried(() -> execute(typed)))
                .setExecutionExceptionHandler((defect, verb, typed) -> tried(() -> broken(defect, typed, surroundings)))
                .setParameterExceptionHandler((problem, words) -> tried(() -> misused(problem, words, surroundings)));
        line.getSubcommands()
                .values()
                .forEach(verb -> verb.getHelpSectionMap()
                        .put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> help.footer() + Overview.exitCodes()));
        return line;
    }

    /** Keeps it from the library that something could not be written: that is told at the end. */
    private static int tried(IntSupplier work) {
        try {
            return work.getAsInt();
        } catch (UnwrittenException unheard) {
            return ExitCode.UNWRITTEN.code();
        }
    }

    private static int broken(Exception defect, ParseResult typed, Surroundings surroundings) {
        if (defect instanceof UnwrittenException unheard) {
            throw unheard;
        }
        return Visit.broken(defect, typed.originalArgs().contains(OutputOptions.JSON), surroundings)
                .code();
    }

    private static int execute(ParseResult typed) {
        var verb = typed.hasSubcommand() ? typed.subcommand() : typed;
        return verb.isUsageHelpRequested()
                        && verb.commandSpec().userObject() instanceof OwnHelp helpful
                        && helpful.hasOwnHelp()
                ? helpful.help()
                : new RunLast().execute(typed);
    }

    private static int shown(String text, Surroundings surroundings) {
        surroundings.out().print(text);
        surroundings.out().flush();
        return ExitCode.OK.code();
    }

    private static String unknown(String first) {
        if (first.startsWith("-")) {
            return "'%s' has no option '%s'".formatted(Program.NAME, first);
        }
        return "there is no verb '%s'%s".formatted(first, Misuse.suggestion(first, Verbs.names()));
    }

    private static int misused(ParameterException problem, String[] words, Surroundings surroundings) {
        var verb = problem.getCommandLine().getCommandSpec().qualifiedName();
        return misused(Misuse.words(problem), verb, List.of(words), surroundings);
    }

    private static int misused(String problem, String verb, List<String> words, Surroundings surroundings) {
        if (words.contains(OutputOptions.JSON)) {
            return Visit.misused(problem, surroundings).code();
        }
        surroundings.err().println("%s: %s%nTry '%s --help'.".formatted(Program.NAME, Sanitizer.text(problem), verb));
        return ExitCode.USAGE.code();
    }
}
