package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Undecoded;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Runs lines, one after the other, and knows which server those are about that name none. */
final class ShellSession {
    static final List<String> OWN = List.of("use", "close", "help", "exit", "quit");

    /** The verbs that begin with the server they are about. */
    static final Set<String> ABOUT_A_SERVER = Set.of(
            "tools",
            "call",
            "prompts",
            "prompt",
            "resources",
            "read",
            "templates",
            "complete",
            "info",
            "ping",
            "watch",
            "tasks",
            "doctor",
            "bench",
            "codegen");

    /** The verbs that are a server for another client, on stdin and stdout unless told otherwise. */
    private static final Set<String> FOR_OTHER_CLIENTS = Set.of("record", "replay");

    /** What such a verb can be told that leaves stdin alone. */
    private static final Set<String> WITHOUT_INPUT = Set.of("--http", "--help", "-h");

    private static final String COMMAND_FOLLOWS = "--";
    private static final String CHAT = "chat";

    private final Function<Interruption, Surroundings> inside;
    private final Surroundings outside;
    private final Commands verbs;
    private final LineDefaults defaults;
    private final KeptConnections connections;
    private final KnownNames names;
    private List<String> current = List.of();
    private volatile @Nullable Interruption running;
    private boolean ended;

    ShellSession(
            Function<Interruption, Surroundings> inside,
            Surroundings outside,
            Commands verbs,
            LineDefaults defaults,
            KeptConnections connections) {
        this.inside = inside;
        this.outside = outside;
        this.verbs = verbs;
        this.defaults = defaults;
        this.connections = connections;
        this.names = new KnownNames(outside, defaults.config());
    }

    /** Tells whether somebody wanted to leave. */
    boolean ended() {
        return ended;
    }

    /** Returns how the current server is called; empty where there is none. */
    String currentName() {
        return current.isEmpty() ? "" : current.get(current.getFirst().equals(COMMAND_FOLLOWS) ? 1 : 0);
    }

    KnownNames names() {
        return names;
    }

    /** Finds the connection to the server that a word names, or to the current one. */
    Optional<Kept> connection(@Nullable String server) {
        if (server != null) {
            return connections
                    .find(ShellWord.of(server)
                            + ConfigOptions.again(defaults.config().files()))
                    .or(() -> connections.find(server));
        }
        if (current.isEmpty()) {
            return Optional.empty();
        }
        return current.getFirst().equals(COMMAND_FOLLOWS)
                ? started(current.subList(1, current.size()))
                : connection(current.getFirst());
    }

    /** Finds the connection to the server that a command started. */
    private Optional<Kept> started(List<String> command) {
        try {
            var program = command.getFirst();
            return connections.find(
                    ServerCommand.isScript(program)
                            ? ServerCommand.script(
                                    program, command.subList(1, command.size()).toArray(String[]::new))
                            : ServerCommand.of(command));
        } catch (McpException gone) {
            return Optional.empty(); // The script is not there any more.
        }
    }

    /** Tells whether somebody wanted the process to stop. */
    boolean stopped() {
        return outside.interruption().stopped();
    }

    CommandSpec root() {
        return verbs.line(outside).getCommandSpec();
    }

    /** Cancels what the line does that is being run. */
    void cancel() {
        var now = running;
        if (now != null) {
            now.stop();
        }
    }

    /** Runs a line, and returns what the verb tells. */
    int run(List<String> typed) {
        var words = typed.size() > 1 && typed.getFirst().equals("fairlead") ? typed.subList(1, typed.size()) : typed;
        if (words.isEmpty()) {
            return ExitCode.OK.code();
        }
        var undecoded = Undecoded.complaint(words);
        if (undecoded.isPresent()) {
            return wrong(undecoded.get());
        }
        names.forget();
        var rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "exit", "quit" -> {
                ended = true;
                yield ExitCode.OK.code();
            }
            case "use" -> rest.isEmpty() ? current() : use(rest, true);
            case "close" -> close(rest);
            case "help" -> help(rest);
            case ShellCommand.NAME -> wrong("this is the shell already; type 'use SERVER' for another server");
            default -> verb(words);
        };
    }

    /** Connects to a server, and has lines be about it that name none. */
    int use(List<String> server) {
        return use(server, false);
    }

    private int use(List<String> server, boolean line) {
        int code = connect(server, line);
        if (code == ExitCode.OK.code()) {
            current = List.copyOf(server);
        }
        return code;
    }

    /** Connects to a server; lines have an answer of their own, which people do not need. */
    private int connect(List<String> server, boolean line) {
        boolean command = server.getFirst().equals(COMMAND_FOLLOWS);
        return running(surroundings -> {
            var there = command ? surroundings.withServerCommand(server.subList(1, server.size())) : surroundings;
            var connection = new ConnectionOptions();
            connection.take(defaults.config());
            var visit = new Visit(there, connection, defaults.output(), Consent.ASKED);
            return visit.make(
                            Attempt.begin(),
                            targets -> targets.only(command ? List.of() : server, "use"),
                            (client, attempt, printer) -> {
                                if (line) {
                                    printer.print(attempt, new UsedServer(server, false));
                                }
                                return ExitCode.OK;
                            })
                    .code();
        });
    }

    private int current() {
        return tell(new UsedServer(current, true));
    }

    private int tell(Outcome outcome) {
        var visit = new Visit(outside, new ConnectionOptions(), defaults.output(), Consent.REFUSED);
        visit.printer().print(Attempt.begin(), outcome);
        return ExitCode.OK.code();
    }

    private int close(List<String> server) {
        if (server.size() > 1) {
            return wrong("'%s' is one word too many; type 'close SERVER'".formatted(server.get(1)));
        }
        var kept = connection(server.isEmpty() ? null : server.getFirst());
        if (kept.isEmpty()) {
            var open = connections.labels();
            return wrong("it is not connected; %s"
                    .formatted(open.isEmpty() ? "nothing is" : "these are: " + String.join(", ", open)));
        }
        connections.close(kept.get());
        return tell(new UsedServer(current, false));
    }

    private int help(List<String> rest) {
        if (!rest.isEmpty()) {
            return verb(List.of(rest.getFirst(), "--help"));
        }
        outside.out().println("""
            In the shell:
              use SERVER      Connects to a server; lines that name none are about it. Also: use -- COMMAND
              close [SERVER]  Ends a connection.
              help [VERB]     Shows what there is to type.
              exit            Ends the shell; so does Ctrl-D. Ctrl-C cancels what a line does.
            """);
        return verb(List.of("--help"));
    }

    private int verb(List<String> words) {
        if (FOR_OTHER_CLIENTS.contains(words.getFirst()) && needsInput(words)) {
            return wrong(
                    "'%s' speaks with another client over stdin, which the shell reads itself; run 'fairlead %s' outside of the shell"
                            .formatted(words.getFirst(), words.getFirst()));
        }
        if (words.getFirst().equals(CHAT) && words.stream().noneMatch(ShellSession::asksOneThing)) {
            return wrong(
                    "a chat reads lines itself, as the shell does; run 'fairlead chat' outside of the shell, or ask one"
                            + " question with --once QUESTION");
        }
        var known = verbs.line(outside).getSubcommands().get(words.getFirst());
        var whole = known == null
                ? defaults.added(words)
                : defaults.added(aboutServer(words, known.getCommandSpec()), known.getCommandSpec());
        return running(surroundings -> verbs.run(whole, surroundings));
    }

    private static boolean asksOneThing(String word) {
        return word.equals("--once") || word.startsWith("--once=") || word.equals("--help") || word.equals("-h");
    }

    private static boolean needsInput(List<String> words) {
        return words.stream().takeWhile(word -> !word.equals(COMMAND_FOLLOWS)).noneMatch(WITHOUT_INPUT::contains);
    }

    private int running(Function<Surroundings, Integer> line) {
        var interruption = new Interruption();
        running = interruption;
        try {
            return line.apply(inside.apply(interruption));
        } finally {
            running = null;
            if (!stopped()) {
                // Whatever was given up was the line, not the shell.
                boolean ours = Thread.interrupted();
                assert ours || !Thread.currentThread().isInterrupted();
            }
        }
    }

    /** Returns the words with the current server, where they name none. */
    private List<String> aboutServer(List<String> words, CommandSpec verb) {
        if (current.isEmpty() || !ABOUT_A_SERVER.contains(words.getFirst()) || words.contains(COMMAND_FOLLOWS)) {
            return words;
        }
        int first = Positions.first(words, verb);
        if (first < words.size() && names.isServer(words.get(first))) {
            return words;
        }
        var all = new ArrayList<>(words);
        if (current.getFirst().equals(COMMAND_FOLLOWS)) {
            all.addAll(current);
        } else {
            all.add(1, current.getFirst());
        }
        return all;
    }

    private int wrong(String sentence) {
        if (defaults.json()) {
            return Visit.misused(sentence, outside).code();
        }
        outside.err().println("fairlead: " + Sanitizer.line(sentence));
        outside.err().flush();
        return ExitCode.USAGE.code();
    }
}
