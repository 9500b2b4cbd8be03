package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.question.Answers;
import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.cli.question.Setting;
import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Root;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One visit to one server: connects, does an errand, prints what came of it, and leaves. */
public final class Visit {

    /** What is to be done at a server. */
    public interface Errand {
        /** Does it, prints the outcome, and returns what to tell the shell. */
        ExitCode run(McpClient client, Attempt attempt, Printer printer);
    }

    // Whoever has the answer wants the prompt back. A server that needs longer to end is asked to, and has its usual
    // time.
    private static final Duration GRACE = Duration.ofMillis(100);

    private final Surroundings surroundings;
    private final ConnectionOptions connection;
    private final OutputOptions output;
    private final Floor floor = new Floor();
    private final Narrator narrator;
    private final Printer printer;
    private final Consent consent;
    private boolean checking = true;
    private @Nullable Target visited;
    private boolean tasks;

    /** Prepares a visit. */
    public Visit(Surroundings surroundings, ConnectionOptions connection, OutputOptions output, Consent consent) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.output = output;
        this.consent = consent;
        this.narrator = new Narrator(surroundings.err(), floor, surroundings.screen(), output.colour, output.verbose);
        this.printer = printer(surroundings, output, debugs(), narrator::makeRoom);
    }

    /** Says in JSON that what was typed makes no sense. */
    public static ExitCode misused(String message, Surroundings surroundings) {
        var failure = Failure.of(new UsageException(message), Failure.Phase.READING);
        new JsonPrinter(surroundings.out(), surroundings.err(), false, () -> {}).failure(Attempt.begin(), failure);
        return failure.exitCode();
    }

    /** Tells that a verb could not even begin. */
    public static ExitCode broken(Exception problem, boolean json, Surroundings surroundings) {
        var output = new OutputOptions();
        output.json = json;
        var visit = new Visit(surroundings, new ConnectionOptions(), output, Consent.REFUSED);
        return visit.failed(Attempt.begin(), problem, Failure.Phase.READING);
    }

    private static Printer printer(Surroundings surroundings, OutputOptions output, boolean debug, Runnable before) {
        return output.json
                ? new JsonPrinter(surroundings.out(), surroundings.err(), debug, before)
                : new TextPrinter(
                        new Page(surroundings.out(), surroundings.err(), surroundings.screen(), output.colour),
                        debug,
                        before);
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    /** Tells whether somebody can be asked something in the terminal. */
    public boolean mayAsk() {
        return !output.json && surroundings.desktop().attended();
    }

    /** Returns who is told about calls. */
    public Narrator narrator() {
        return narrator;
    }

    /** Tells whether calls may become tasks. */
    public boolean speaksOfTasks() {
        return tasks;
    }

    /** Has servers know that calls may become tasks. */
    public Visit speakingOfTasks() {
        tasks = true;
        return this;
    }

    /** Returns who may write to the terminal while the server is visited. */
    public Floor floor() {
        return floor;
    }

    /** Tells whether everything is to be told. */
    public boolean verbose() {
        return output.verbose;
    }

    /** Returns the limit that was typed. */
    @Nullable
    public Duration timeout() {
        return connection.timeout;
    }

    /** Visits the server that {@code where} finds, and does the errand there. */
    public ExitCode make(Attempt attempt, Function<Targets, Target> where, Errand errand) {
        return attempt(attempt, where, target -> {
            try (var tape = tape()) {
                return connected(target, tape, attempt, errand);
            } finally {
                narrator.ends();
                narrator.finish();
            }
        });
    }

    /** Returns where it is recorded what is said, if somebody wants that; to be closed. */
    public Tape tape() {
        return Tape.to(connection.recording, this::warn);
    }

    /** Connects for longer than an errand takes; whoever asks for that {@link #leave leaves} again. */
    public McpClient connect(Target target, Tape tape, ConnectionListener listener) {
        var dialogue = dialogue();
        var connections = connections();
        return connections.open(
                wired(target, !connections.last(), tape),
                profile(target, dialogue).with(dialogue.handlers(), listener));
    }

    /** Leaves a server that was connected to. */
    public void leave(McpClient client) {
        connections().leave(client);
    }

    private Connections connections() {
        return special() ? Connections.FRESH : surroundings.connections();
    }

    /** Visits the server that {@code where} finds, returns what is asked for there, and throws what goes wrong. */
    public <T> T ask(Function<Targets, Target> where, BiFunction<McpClient, Target, T> errand) {
        if (connection.recording != null) {
            throw new UsageException(
                    "--record is for verbs that visit one server, and this one may visit several; drop it");
        }
        try (var targets = new Targets(this, connection, consent == Consent.GIVEN)) {
            var target = where.apply(targets);
            if (target.tokens() != null) {
                target.tokens().check();
            }
            try (var client =
                    McpClient.connect(wired(target, true, Tape.NONE).transport(), profile(target, dialogue()))) {
                return errand.apply(client, target);
            }
        }
    }

    /** Finds the server and does something about it here, without a visit. */
    public ExitCode attempt(Attempt attempt, Function<Targets, Target> where, Function<Target, ExitCode> errand) {
        return attempt(attempt, () -> {
            try (var targets = new Targets(this, connection, consent == Consent.GIVEN)) {
                var target = where.apply(targets);
                attempt.meets(target.label());
                visited = target;
                return interruptibly(() -> checked(target, errand));
            }
        });
    }

    /** Does something here that people may interrupt, and tells what went wrong. */
    public ExitCode stay(Attempt attempt, Supplier<ExitCode> errand) {
        return attempt(attempt, () -> interruptibly(errand));
    }

    private ExitCode interruptibly(Supplier<ExitCode> errand) {
        surroundings.interruption().enter();
        try {
            return errand.get();
        } finally {
            surroundings.interruption().leave();
        }
    }

    private static ExitCode checked(Target target, Function<Target, ExitCode> errand) {
        if (target.tokens() != null) {
            target.tokens().check();
        }
        return errand.apply(target);
    }

    /** Does something here, and tells what went wrong. */
    public ExitCode attempt(Attempt attempt, Supplier<ExitCode> errand) {
        try {
            return errand.get();
        } catch (UsageException | McpException failure) {
            return failed(attempt, failure, Failure.Phase.READING);
        } catch (RuntimeException | Error defect) {
            return failed(attempt, defect, Failure.Phase.READING);
        }
    }

    /** Refuses a command after {@code --}, where a verb is not about one server. */
    public void refuseServer(String verb) {
        if (surroundings.serverCommand() != null) {
            throw new UsageException("'fairlead %s' is about configured servers; drop what follows --".formatted(verb));
        }
    }

    /** Tells people something beside what came of it. */
    public void warn(String sentence) {
        floor.say(() -> {
            surroundings.err().println(Program.NAME + ": " + Sanitizer.line(sentence));
            surroundings.err().flush();
        });
    }

    /** Returns who prints what came of it. */
    public Printer printer() {
        return printer;
    }

    private ExitCode connected(Target target, Tape tape, Attempt attempt, Errand errand) {
        var dialogue = dialogue();
        var connections = connections();
        McpClient client;
        try {
            narrator.begins("connecting to " + target.label());
            client = connections.open(wired(target, !connections.last(), tape), profile(target, dialogue));
        } catch (McpException failure) {
            return failed(attempt, failure, Failure.Phase.CONNECTING);
        }
        try {
            attempt.meets(client.server());
            narrator.met(client);
            narrator.begins("asking " + target.label());
            if (output.verbose && client.server().capabilities().logging()) {
                client.setLogLevel(LogLevel.INFO);
            }
            var code = errand.run(client, attempt, printer);
            dialogue.finish();
            return afterwards(dialogue, code);
        } catch (UsageException | McpException failure) {
            // Before the server is left: that may take a while.
            return failed(attempt, failure, dialogue);
        } finally {
            narrator.ends();
            connections.leave(client);
        }
    }

    /** Returns the way to a server; one that is left at once is not waited for as long. */
    private Target wired(Target target, boolean once, Tape tape) {
        var taped = tape.of(once ? target.over(briefly(target.transport())) : target);
        return output.verbose ? taped.over(WireLines.of(taped.transport(), narrator)) : taped;
    }

    /** Has arguments sent as they are, whatever the tool's schema says. */
    public void sendUnchecked() {
        checking = false;
    }

    /** Returns who finds servers, for what is done at several of them, or even where one cannot be reached; to be closed. */
    public Targets targets() {
        return new Targets(this, connection, consent == Consent.GIVEN);
    }

    /** Connects to a server as if nobody else did, and lets somebody hear of the connection. */
    public McpClient connectAfresh(Target target, ConnectionListener listener) {
        if (target.tokens() != null) {
            target.tokens().check();
        }
        return McpClient.connect(
                target.transport(), settings(target).listener(listener).build());
    }

    /** Notes which tools the visited server has, for whoever types its name later; returns them. */
    public List<Tool> learnt(List<Tool> tools) {
        if (visited != null) {
            KnownTools.keep(surroundings.environment(), visited.typed(), tools);
        }
        return tools;
    }

    /** Judges why there is no connection to a server. */
    public Failure judgeOpening(Throwable problem) {
        return judge(problem, Failure.Phase.CONNECTING);
    }

    private Dialogue dialogue() {
        var roots = connection.roots.stream().map(Visit::root).toList();
        var setting = new Setting(
                surroundings.err(),
                surroundings.screen(),
                floor,
                surroundings.desktop().keyboard(surroundings.in(), surroundings.err()),
                () -> !output.json && surroundings.desktop().attended(),
                () -> surroundings.desktop().browser(),
                Answers.read(connection.answers),
                roots,
                ContentText::of);
        return new Dialogue(setting, Thread.currentThread()::interrupt);
    }

    private static Root root(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new UsageException("--root %s: there is no such folder".formatted(folder));
        }
        var whole = folder.toAbsolutePath().normalize();
        return Root.of(
                whole, whole.getFileName() == null ? null : whole.getFileName().toString());
    }

    /** Tells whether something was typed for which a connection that is already there may not do. */
    private boolean special() {
        return tasks
                || !checking
                || connection.protocol != null
                || connection.recording != null
                || output.verbose
                || !connection.roots.isEmpty()
                || !connection.forUrls().isEmpty();
    }

    /** Judges the end of a visit by what became of the server's questions. */
    private ExitCode afterwards(Dialogue dialogue, ExitCode code) {
        var trouble = dialogue.trouble();
        if (trouble.isPresent()) {
            // The server went on without waiting for the answer, and what came of it is printed.
            warn(trouble.get().getMessage());
            return ExitCode.BAD_ARGUMENTS;
        }
        return dialogue.declined() && code == ExitCode.TOOL_ERROR ? ExitCode.DECLINED : code;
    }

    private ExitCode failed(Attempt attempt, RuntimeException problem, Dialogue dialogue) {
        var trouble = dialogue.trouble();
        if (trouble.isPresent()) {
            // Giving up was our own doing, and leaving the server should not be cut short by it.
            boolean ours = Thread.interrupted();
            assert ours || !Thread.currentThread().isInterrupted();
            return failed(attempt, trouble.get(), Failure.Phase.CALLING);
        }
        var failure = judge(problem);
        var judged = dialogue.declined() && failure.exitCode() == ExitCode.TOOL_ERROR ? failure.declined() : failure;
        printer.failure(attempt, judged);
        return judged.exitCode();
    }

    private static Transport briefly(Transport transport) {
        return transport instanceof StdioTransport process ? process.withGrace(GRACE) : transport;
    }

    /** Judges what went wrong while the server was being visited. */
    public Failure judge(Throwable problem) {
        return judge(problem, Failure.Phase.CALLING);
    }

    private Failure judge(Throwable problem, Failure.Phase phase) {
        return Failure.of(problem, surroundings.interruption().stopped() ? Failure.Phase.STOPPING : phase);
    }

    private ExitCode failed(Attempt attempt, Throwable problem, Failure.Phase phase) {
        var judged = judge(problem, phase);
        var failure = attempt.isLogin() ? judged.ofLogin() : judged;
        printer.failure(attempt, failure);
        return failure.exitCode();
    }

    private boolean debugs() {
        return output.debug || "1".equals(surroundings.environment().get("FAIRLEAD_DEBUG"));
    }

    private ClientProfile profile(Target target, Dialogue dialogue) {
        return settings(target).handlers(dialogue.handlers()).build();
    }

    private ClientProfile.Builder settings(Target target) {
        var profile = ClientProfile.builder().versions(versions()).checkArguments(checking);
        if (target.tokens() != null) {
            profile.login(new LoginOffer(surroundings, target.tokens(), consent, !connection.login.noBrowser, floor));
        }
        if (tasks) {
            profile.tasks();
        }
        if (output.verbose) {
            profile.listener(narrator.aboutConnection());
        }
        if (connection.timeout != null) {
            profile.connectTimeout(connection.timeout);
            if (!connections().last()) { // Others will use that connection, who typed no limit.
                profile.limits(Limits.within(connection.timeout));
            }
        } else {
            target.pace().apply(profile);
        }
        return profile;
    }

    private VersionPolicy versions() {
        var pinned = connection.protocol;
        if (pinned == null) {
            return VersionPolicy.automatic();
        }
        return VersionPolicy.exactly(ProtocolVersion.of(pinned)
                .orElseThrow(() -> new UsageException("there is no protocol revision '%s'; there are %s"
                        .formatted(
                                pinned,
                                ProtocolVersion.newestFirst().stream()
                                        .map(ProtocolVersion::id)
                                        .collect(Collectors.joining(", "))))));
    }
}
