package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.McpException;
import java.time.Duration;
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

    private final Surroundings surroundings;
    private final ConnectionOptions connection;
    private final OutputOptions output;
    private final Narrator narrator;
    private final Printer printer;
    private final Consent consent;

    /** Prepares a visit. */
    public Visit(Surroundings surroundings, ConnectionOptions connection, OutputOptions output, Consent consent) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.output = output;
        this.consent = consent;
        this.narrator = new Narrator(surroundings.err(), surroundings.screen()::isErrorTerminal, output.verbose);
        this.printer = printer(surroundings, output.json, debugs());
    }

    /** Says in JSON that what was typed makes no sense. */
    public static ExitCode misused(String message, Surroundings surroundings) {
        var failure = Failure.of(new UsageException(message), Failure.Phase.READING);
        printer(surroundings, true, false).failure(Attempt.begin(), failure);
        return failure.exitCode();
    }

    private static Printer printer(Surroundings surroundings, boolean json, boolean debug) {
        return json
                ? new JsonPrinter(surroundings.out(), surroundings.err(), debug)
                : new TextPrinter(new Page(surroundings.out(), surroundings.err(), surroundings.screen()), debug);
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
            try {
                return connected(target, profile(target), attempt, errand);
            } finally {
                narrator.finish();
            }
        });
    }

    /** Visits the server that {@code where} finds, returns what is asked for there, and throws what goes wrong. */
    public <T> T ask(Function<Targets, Target> where, BiFunction<McpClient, Target, T> errand) {
        try (var targets = new Targets(this, connection, consent == Consent.GIVEN)) {
            var target = where.apply(targets);
            if (target.tokens() != null) {
                target.tokens().check();
            }
            try (var client = McpClient.connect(target.transport(), profile(target))) {
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
        surroundings.err().println(Program.NAME + ": " + Sanitizer.line(sentence));
        surroundings.err().flush();
    }

    /** Returns who prints what came of it. */
    public Printer printer() {
        return printer;
    }

    private ExitCode connected(Target target, ClientProfile profile, Attempt attempt, Errand errand) {
        McpClient client;
        try {
            client = McpClient.connect(target.transport(), profile);
        } catch (McpException failure) {
            return failed(attempt, failure, Failure.Phase.CONNECTING);
        }
        try {
            attempt.meets(client.server());
            narrator.met(client);
            if (output.verbose && client.server().capabilities().logging()) {
                client.setLogLevel(LogLevel.INFO);
            }
            return errand.run(client, attempt, printer);
        } catch (UsageException | McpException failure) {
            // Before the server is left: that may take a while.
            return failed(attempt, failure, Failure.Phase.CALLING);
        } finally {
            client.close();
        }
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

    private ClientProfile profile(Target target) {
        var profile = ClientProfile.builder().versions(versions());
        if (target.tokens() != null) {
            profile.login(new LoginOffer(surroundings, target.tokens(), consent, !connection.login.noBrowser));
        }
        if (output.verbose) {
            profile.listener(narrator.aboutConnection());
        }
        if (connection.timeout != null) {
            profile.connectTimeout(connection.timeout).limits(Limits.within(connection.timeout));
        } else {
            target.pace().apply(profile);
        }
        return profile.build();
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
