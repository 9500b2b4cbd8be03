package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.cli.text.Floor;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.wire.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One visit to one server: connects, does an errand, prints what came of it, and leaves. */
public final class Visit {

    /** What is to be done at a server. */
    public interface Errand {
        /** Does it, prints the outcome, and returns what to tell the shell. */
        ExitCode run(McpClient client, Attempt attempt, Printer printer);
    }

    private final Surroundings surroundings;
    private final ConnectionOptions connection;
    private final OutputOptions output;
    private final Floor floor = new Floor();
    private final Narrator narrator;
    private final Printer printer;
    private final Consent consent;
    private final Opening opening;
    private final @Nullable Discretion discretion;
    private final List<Target> found = new CopyOnWriteArrayList<>();
    private @Nullable Target visited;
    private boolean asking = true;
    private @Nullable Dialogue staying; // of whoever connects for longer
    private volatile boolean met;

    /** Prepares a visit. */
    public Visit(Surroundings surroundings, ConnectionOptions connection, OutputOptions output, Consent consent) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.output = output;
        this.consent = consent;
        this.discretion = output.verbose || connection.recording != null ? new Discretion() : null;
        this.narrator = new Narrator(
                surroundings.err(), floor, surroundings.screen(), output.colour, output.verbose, discretion);
        this.printer = printer(surroundings, output, debugs(), narrator::makeRoom);
        this.opening = new Opening(surroundings, connection, output, consent, floor, narrator, discretion);
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

    /** Has nobody be asked anything, whoever is there. */
    public Visit askingNothing() {
        asking = false;
        return this;
    }

    /** Tells whether somebody can be asked something in the terminal. */
    public boolean mayAsk() {
        return asking && !output.json && surroundings.desktop().attended();
    }

    /** Returns who is told about calls. */
    public Narrator narrator() {
        return narrator;
    }

    /** Tells whether calls may become tasks. */
    public boolean speaksOfTasks() {
        return opening.speaksOfTasks();
    }

    /** Has servers know that calls may become tasks. */
    public Visit speakingOfTasks() {
        opening.speakOfTasks();
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

    /** Tells whether programs read what is printed. */
    public boolean printsJson() {
        return output.json;
    }

    /** Returns the limit that was typed. */
    @Nullable
    public Duration timeout() {
        return connection.timeout;
    }

    /** Returns the revision that was typed, which is the only one to be spoken. */
    @Nullable
    public String protocol() {
        return opening.pinned().map(ProtocolVersion::id).orElse(null);
    }

    /** Returns the way to a server, over which everything is told that goes over it if somebody wants to know. */
    public Transport told(Target target, Discretion hiding) {
        return output.verbose ? WireLines.of(target.transport(), narrator, hiding, "") : target.transport();
    }

    /** Refuses what makes no sense for whoever only passes on what others say. */
    public void checkForOthers() {
        var ignored = opening.pinned(); // Throws where there is no such revision.
        if (connection.login.noBrowser) {
            throw new UsageException("--no-browser makes no sense here: nobody is asked to log in; drop it");
        }
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
        return Tape.to(connection.recording, discretion, this::warn);
    }

    /** Connects for longer than an errand takes; whoever asks for that {@link #leave leaves} again. */
    public McpClient connect(Target target, Tape tape, ConnectionListener listener) {
        if (staying == null) {
            staying = opening.dialogue();
        }
        var client = opening.open(target, tape, staying, listener);
        met = true;
        return client;
    }

    /** Prints what came of staying connected for longer, and returns what to tell the shell. */
    public ExitCode end(Attempt attempt, Outcome outcome) {
        var judged = new JudgedPrinter(printer, () -> spoilt(staying));
        judged.print(attempt, outcome);
        if (staying != null) {
            staying.finish();
        }
        return judged.code(ExitCode.of(outcome.failure()));
    }

    /** Returns who puts the questions of servers to the person, for whoever connects to them in another way. */
    public Dialogue dialogue() {
        return opening.dialogue();
    }

    /** Leaves a server that was connected to. */
    public void leave(McpClient client) {
        opening.connections().leave(client);
    }

    /** Visits the server that {@code where} finds, returns what is asked for there, and throws what goes wrong. */
    public <T> T ask(Function<Targets, Target> where, BiFunction<McpClient, Target, T> errand) {
        if (connection.recording != null) {
            throw new UsageException(
                    "--record is for verbs that visit one server, and this one may visit several; drop it");
        }
        try (var targets = new Targets(this, connection, consent == Consent.GIVEN)) {
            var target = where.apply(targets);
            found.add(target);
            if (target.tokens() != null) {
                target.tokens().check();
            }
            var dialogue = opening.dialogue();
            try (var client = opening.openAlone(target, dialogue)) {
                met = true;
                return errand.apply(client, target);
            } catch (McpException failure) {
                throw blamed(dialogue).orElse(failure);
            } finally {
                end(dialogue);
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
                found.add(target);
                surroundings.interruption().enter();
                return checked(target, errand);
            } finally {
                // Once all is closed, which may have something to store: a process that is to stop waits for this.
                surroundings.interruption().leave();
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
            var blamed = staying == null ? failure : blamed(staying).orElse(failure);
            return failed(attempt, blamed, met ? Failure.Phase.CALLING : Failure.Phase.READING);
        } catch (UnwrittenException unheard) {
            throw unheard; // Whoever began all of this tells it, once.
        } catch (RuntimeException | Error defect) {
            return failed(attempt, defect, Failure.Phase.READING);
        } finally {
            if (staying != null) {
                end(staying);
            }
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
        var dialogue = opening.dialogue();
        McpClient client;
        try {
            narrator.begins("connecting to " + target.label());
            client = opening.open(target, tape, dialogue);
        } catch (McpException failure) {
            return failed(attempt, blamed(dialogue).orElse(failure), Failure.Phase.CONNECTING);
        }
        try {
            attempt.meets(client.server());
            narrator.met(client);
            narrator.begins("asking " + target.label());
            if (output.verbose && client.server().capabilities().logging()) {
                hearLog(client);
            }
            var judged = new JudgedPrinter(printer, () -> spoilt(dialogue));
            var code = judged.code(errand.run(client, attempt, judged));
            dialogue.finish();
            return dialogue.declined() && code == ExitCode.TOOL_ERROR ? ExitCode.DECLINED : code;
        } catch (UsageException | McpException failure) {
            // Before the server is left: that may take a while.
            return failed(attempt, failure, dialogue);
        } finally {
            end(dialogue);
            narrator.ends();
            leave(client);
        }
    }

    /** Has arguments sent as they are, whatever the tool's schema says. */
    public void sendUnchecked() {
        opening.sendUnchecked();
    }

    /** Returns who finds servers, for what is done at several of them, or even where one cannot be reached; to be closed. */
    public Targets targets() {
        return new Targets(this, connection, consent == Consent.GIVEN);
    }

    /** Connects to a server as if nobody else did, and lets somebody hear of the connection. */
    public McpClient connectAfresh(Target target, ConnectionListener listener) {
        found.add(target);
        if (target.tokens() != null) {
            target.tokens().check();
        }
        return opening.openBare(target, listener);
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

    private void hearLog(McpClient client) {
        try {
            client.setLogLevel(LogLevel.INFO);
        } catch (ServerErrorException refused) {
            // What was asked for is something else.
            warn(judge(refused).message());
        }
    }

    /** Returns why an answer that was typed beforehand could not be given, which spoils whatever came of the visit. */
    private @Nullable Failure spoilt(@Nullable Dialogue dialogue) {
        return dialogue == null ? null : blamed(dialogue).map(this::judge).orElse(null);
    }

    /** The same, as it is thrown. */
    private static Optional<RuntimeException> blamed(Dialogue dialogue) {
        return dialogue.trouble().map(answer -> answer);
    }

    private static void end(Dialogue dialogue) {
        dialogue.end();
        if (dialogue.trouble().isPresent()) {
            // Giving up was our own doing, and neither leaving the server nor what comes next should be cut short by
            // it.
            boolean ours = Thread.interrupted();
            assert ours || !Thread.currentThread().isInterrupted();
        }
    }

    private ExitCode failed(Attempt attempt, RuntimeException problem, Dialogue dialogue) {
        var trouble = blamed(dialogue);
        if (trouble.isPresent()) {
            return failed(attempt, trouble.get(), Failure.Phase.CALLING);
        }
        var failure = judge(problem);
        var judged = dialogue.declined() && failure.exitCode() == ExitCode.TOOL_ERROR ? failure.declined() : failure;
        printer.failure(attempt, judged);
        return judged.exitCode();
    }

    /** Judges what went wrong while the server was being visited. */
    public Failure judge(Throwable problem) {
        return judge(problem, Failure.Phase.CALLING);
    }

    private Failure judge(Throwable problem, Failure.Phase phase) {
        var failure = Failure.of(problem, surroundings.interruption().stopped() ? Failure.Phase.STOPPING : phase);
        var discreet = found.stream().filter(Target::hides).toList();
        return discreet.isEmpty() ? failure : failure.by(Discretion.about(discreet));
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
}
