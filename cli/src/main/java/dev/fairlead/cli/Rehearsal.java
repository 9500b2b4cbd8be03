package dev.fairlead.cli;

import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.OwnDesktop;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Servers;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Does once what people do first, for a JVM that is told to keep ready what it loads for that. What is kept ready takes
 * time at every start, needed or not, so that it is rehearsed in parts: what starts no server, what talks to a server
 * over a pipe, and the same with what else there is.
 */
final class Rehearsal {
    private static final String BRIEF = "brief";
    private static final String PIPE = "pipe";
    private static final List<String> BRIEF_LINES = List.of(
            "--help", "--version", "tools --help", "__complete bash : fairlead", "__complete zsh -- tools --ti");
    private static final List<String> PIPE_LINES = List.of(
            "tools demo",
            "tools demo --json",
            "call demo add a=2 b=3",
            "call demo add a=2 b=3 --json",
            "info demo",
            // The demo's own part of that.
            "call here add a=2 b=3");

    private final Path home;

    private Rehearsal(Path home) {
        this.home = home;
    }

    /** Runs the part that is named, {@code brief} or {@code pipe}, or else all; fails if something of it failed. */
    public static void main(String[] arguments) throws IOException {
        System.exit(rehearse(arguments.length == 0 ? "" : arguments[0]));
    }

    /** Runs a part, and returns the worst that any command of it told the shell. */
    static int rehearse(String part) throws IOException {
        var home = Files.createTempDirectory("fairlead-rehearsal");
        try {
            return new Rehearsal(home).run(part);
        } finally {
            delete(home);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private int run(String part) throws IOException {
        // What only the process itself has.
        Main.ofThisProcess().screen().isErrorTerminal();
        Printer.standardOutput().flush();
        return switch (part) {
            case BRIEF -> lines(BRIEF_LINES);
            case PIPE -> overPipes();
            default -> Math.max(overPipes(), elsewhere());
        };
    }

    private int overPipes() {
        var older = DemoServer.command("--era", "legacy");
        // Most servers are found on the PATH, and speak an older revision.
        return Math.max(
                lines(PIPE_LINES),
                Math.max(run(words("tools -- env", older)), run(words("call add a=2 b=3 -- env", older))));
    }

    private int elsewhere() throws IOException {
        var command = DemoServer.command();
        var entry = Json.object().put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        var file = Json.object();
        file.putObject("mcpServers").set("named", entry);
        Files.writeString(home.resolve("fairlead.json"), Json.write(file));
        try (var front = HttpFront.serving(DemoServer.script().build())) {
            return lines(List.of("tools named", "tools " + front.url(), "chat demo --once add(2,3)"));
        }
    }

    private static List<String> words(String line, List<String> more) {
        return Stream.concat(Arrays.stream(line.split(" ")), more.stream()).toList();
    }

    private int lines(List<String> lines) {
        return lines.stream()
                .mapToInt(line -> run(words(line, List.of())))
                .max()
                .orElseThrow();
    }

    /** Runs it for a pipe, and for a terminal. */
    private int run(List<String> words) {
        return Math.max(run(words, false), run(words, true));
    }

    private int run(List<String> words, boolean terminal) {
        var environment = Map.of("FAIRLEAD_HOME", home.toString(), "FAIRLEAD_KEYRING", "off", "TERM", "xterm");
        var screen = new Screen(environment, stream -> terminal && stream > 0, () -> 80, "UTF-8");
        return Main.run(
                words.toArray(String[]::new),
                new Surroundings(
                        nowhere(),
                        nowhere(),
                        InputStream.nullInputStream(),
                        screen,
                        environment,
                        new Interruption(),
                        new ServersHere(),
                        new OwnDesktop(environment, screen),
                        null));
    }

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** The usual servers, and the demo once more in this process, where what it loads is seen. */
    private static final class ServersHere implements Servers {
        private static final String HERE = "here";

        private final Servers usual = new BuiltInServers();

        @Override
        public List<String> names() {
            return Stream.concat(usual.names().stream(), Stream.of(HERE)).toList();
        }

        @Override
        public Optional<Transport> named(String name) {
            return name.equals(HERE) ? Optional.of(DemoServer.script().build().transport()) : usual.named(name);
        }
    }
}
