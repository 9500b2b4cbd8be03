package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.line.LineEditor;
import dev.fairlead.cli.line.LineStyle;
import dev.fairlead.cli.line.Seat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead shell}. */
final class ShellRunning {
    private static final String HISTORY = "history";

    private final List<String> servers;
    private final boolean keepGoing;
    private final LineDefaults defaults;
    private final Visit visit;
    private final Commands verbs;
    private final Surroundings surroundings;
    private @Nullable Console console;
    private int failed = ExitCode.OK.code();

    ShellRunning(List<String> servers, boolean keepGoing, LineDefaults defaults, Visit visit, Commands verbs) {
        this.servers = servers;
        this.keepGoing = keepGoing;
        this.defaults = defaults;
        this.visit = visit;
        this.verbs = verbs;
        this.surroundings = visit.surroundings();
    }

    int run() {
        int code = visit.stay(Attempt.begin(), () -> {
                    try (var connections = new KeptConnections(this::tell)) {
                        return lines(connections);
                    }
                })
                .code();
        return code == ExitCode.OK.code() ? failed : code;
    }

    private ExitCode lines(KeptConnections connections) {
        defaults.config().files();
        var session = new ShellSession(
                interruption -> inside(interruption, connections), outside(), verbs, defaults, connections);
        boolean person =
                surroundings.desktop().attended() && surroundings.screen().isOutputTerminal();
        try (var opened = person ? typed(session) : new ScriptConsole(surroundings.in(), surroundings.err())) {
            console = opened;
            if (connect(session, person)) {
                return end(person);
            }
            while (!session.ended() && !stopped()) {
                var words = opened.next(session.currentName());
                if (words == null) {
                    break;
                }
                var code = new AtomicInteger();
                opened.during(() -> code.set(session.run(words)));
                if (note(code.get(), person, opened)) {
                    break;
                }
            }
            return end(person);
        }
    }

    private ExitCode end(boolean person) {
        if (stopped()) {
            return ExitCode.INTERRUPTED;
        }
        if (person) {
            failed = ExitCode.OK.code(); // Whoever sat here saw it.
        }
        return ExitCode.OK;
    }

    /** Connects to what was typed; tells whether that is the end of it. */
    private boolean connect(ShellSession session, boolean person) {
        var command = surroundings.serverCommand();
        if (command != null) {
            if (!servers.isEmpty()) {
                throw new UsageException("'%s' and the command after -- both name a server; drop one of them"
                        .formatted(servers.getFirst()));
            }
            var words = new ArrayList<>(List.of("--"));
            words.addAll(command);
            return note(use(session, words), person, null);
        }
        for (var server : servers.reversed()) {
            if (note(use(session, List.of(server)), person, null)) {
                return true;
            }
        }
        return false;
    }

    private int use(ShellSession session, List<String> server) {
        var code = new AtomicInteger();
        Objects.requireNonNull(console).during(() -> code.set(session.use(server)));
        return code.get();
    }

    /** Notes what came of a line; tells whether it is the last one. */
    private boolean note(int code, boolean person, @Nullable Console lines) {
        if (code != ExitCode.OK.code() && failed == ExitCode.OK.code()) {
            failed = code;
        }
        boolean last = code != ExitCode.OK.code() && !person && !keepGoing;
        if (last && lines instanceof ScriptConsole script) {
            tell("line %s failed with %s; those after it are not run (--keep-going runs them)"
                    .formatted(script.line(), code));
        }
        return last;
    }

    private boolean stopped() {
        return surroundings.interruption().stopped();
    }

    private Console typed(ShellSession session) {
        try {
            var style = new LineStyle(
                    history(), new DiscreetHistory(), new LineParser(), new WordProposals(session), session::stopped);
            return new LineConsole(new LineEditor(style, session::cancel));
        } catch (IOException noTerminal) {
            throw new UsageException("the terminal cannot be used: " + noTerminal.getMessage(), noTerminal);
        }
    }

    /** Returns the file with the history, which only its owner may read; null if there cannot be one. */
    private @Nullable Path history() {
        var file = new CredentialFile(surroundings).beside(HISTORY);
        try {
            var folder = Optional.ofNullable(file.getParent()).orElseThrow();
            boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
            if (!Files.exists(folder)) {
                if (posix) {
                    Files.createDirectories(
                            folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                } else {
                    Files.createDirectories(folder);
                }
            }
            if (posix) {
                var owner = PosixFilePermissions.fromString("rw-------");
                if (!Files.exists(file)) {
                    Files.createFile(file, PosixFilePermissions.asFileAttribute(owner));
                }
                Files.setPosixFilePermissions(file, owner);
            }
            return file;
        } catch (IOException full) {
            visit.warn("lines are not remembered: %s".formatted(full));
            return null;
        }
    }

    private void tell(String sentence) {
        var now = console;
        if (now == null) {
            visit.warn(sentence);
        } else {
            now.tell(sentence);
        }
    }

    private Surroundings outside() {
        return surroundings.withServerCommand(null);
    }

    private Surroundings inside(Interruption interruption, KeptConnections connections) {
        return new Surroundings(
                surroundings.out(),
                surroundings.err(),
                InputStream.nullInputStream(), // What is typed here are lines.
                surroundings.screen(),
                surroundings.environment(),
                interruption,
                surroundings.servers(),
                new Seat(
                        surroundings.desktop(),
                        () -> console == null ? null : console.keyboard(),
                        () -> console == null ? null : console.hidden()),
                null,
                connections);
    }
}
