package dev.fairlead.cli;

import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.OwnDesktop;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Does once what people do first, for a JVM that is told to keep ready what it loads for that. What is kept ready takes
 * time at every start, needed or not, so that what starts no server is rehearsed apart.
 */
final class Rehearsal {
    private static final String BRIEF = "brief";
    private static final List<String> BRIEF_LINES =
            List.of("--help", "--version", "__complete bash : fairlead", "__complete zsh -- tools --ti");
    private static final List<String> LINES = List.of(
            "tools --help",
            "tools demo",
            "tools demo --json",
            "call demo add a=2 b=3",
            "call demo add a=2 b=3 --json",
            "info demo");

    private final Path home;

    private Rehearsal(Path home) {
        this.home = home;
    }

    /** Runs it, or with {@code brief} what starts no server; prints nothing, and fails if something of it failed. */
    public static void main(String[] arguments) throws IOException {
        var home = Files.createTempDirectory("fairlead-rehearsal");
        int code;
        try {
            code = new Rehearsal(home).run(List.of(arguments).contains(BRIEF));
        } finally {
            delete(home);
        }
        System.exit(code);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private int run(boolean brief) {
        // What only the process itself has.
        Main.ofThisProcess().screen().isErrorTerminal();
        Printer.standardOutput().flush();
        if (brief) {
            BRIEF_LINES.forEach(line -> run(line, false));
            return ExitCode.OK.code();
        }
        for (var line : LINES) {
            for (var terminal : List.of(false, true)) {
                int code = run(line, terminal);
                if (code != ExitCode.OK.code()) {
                    return code;
                }
            }
        }
        try (var front = HttpFront.serving(DemoServer.script().build())) {
            return run("tools " + front.url(), false);
        }
    }

    private int run(String line, boolean terminal) {
        var words = line.split(" ");
        var environment = Map.of("FAIRLEAD_HOME", home.toString(), "FAIRLEAD_KEYRING", "off", "TERM", "xterm");
        var screen = new Screen(environment, stream -> terminal && stream > 0, () -> 80, "UTF-8");
        return Main.run(
                words,
                new Surroundings(
                        nowhere(),
                        nowhere(),
                        InputStream.nullInputStream(),
                        screen,
                        environment,
                        new Interruption(),
                        new BuiltInServers(),
                        new OwnDesktop(environment, screen),
                        null));
    }

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    }
}
