package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.McpClient;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead bench}. */
public final class Benching {
    private static final int MOST_CALLERS = 1_000;
    private static final int MOST_CALLS = 2_000_000;
    private static final int USUAL_CALLS = 100;

    private final List<String> words;
    private final Load load;
    private final Visit visit;
    // What was typed is read before anything is started.
    private @Nullable TypedArguments arguments;
    private @Nullable Target found;

    /** How much is asked for. */
    record Load(@Nullable Integer calls, @Nullable Duration time, int callers, int warmUp) {}

    /** One question, whose answer is waited for. */
    interface Question {
        /** Asks it, and returns what went wrong; null for nothing. */
        @Nullable
        Failure ask();
    }

    Benching(List<String> words, Load load, Visit visit) {
        this.words = words;
        this.load = load;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.make(attempt, targets -> target(targets, attempt), this::measure);
    }

    private Target target(Targets targets, Attempt attempt) {
        var calls = load.calls();
        if (calls != null && load.time() != null) {
            throw new UsageException("--calls and --for say the same in two ways; drop one of them");
        }
        if (calls != null && (calls < 1 || calls > MOST_CALLS)) {
            throw new UsageException("--calls is from 1 to %s, not %s".formatted(MOST_CALLS, calls));
        }
        if (load.callers() < 1 || load.callers() > MOST_CALLERS) {
            throw new UsageException("--concurrency is from 1 to %s, not %s".formatted(MOST_CALLERS, load.callers()));
        }
        if (load.warmUp() < 0 || load.warmUp() > MOST_CALLS) {
            throw new UsageException("--warmup is from 0 to %s, not %s".formatted(MOST_CALLS, load.warmUp()));
        }
        var target = targets.first(words, BenchCommand.NAME, "");
        found = target;
        attempt.meets(target.label());
        if (!target.words().isEmpty()) {
            attempt.calls(target.words().getFirst());
            arguments = TypedArguments.read(
                    null,
                    target.words().subList(1, target.words().size()),
                    visit.surroundings().in());
        }
        return target;
    }

    private ExitCode measure(McpClient client, Attempt attempt, Printer printer) {
        var question = question(client, attempt);
        var timing = new Timing(
                question,
                load.callers(),
                MOST_CALLS,
                failed -> visit.judge(failed).type());
        var calls = load.calls();
        int most = calls != null ? calls : load.time() == null ? USUAL_CALLS : MOST_CALLS;
        boolean finished = timing.warmUp(load.warmUp()) && timing.measure(most, load.time());
        var measured =
                new Measured(attempt.tool(), client.opening().took(), load.callers(), timing.result(), finished, visit);
        printer.print(attempt, measured);
        return ExitCode.of(measured.failure());
    }

    private Question question(McpClient client, Attempt attempt) {
        var name = attempt.tool();
        if (name == null) {
            return () -> {
                client.ping();
                return null;
            };
        }
        var permitted = new PermittedTool(visit, found);
        var tool = permitted.named(name, visit.learnt(client.listTools()));
        var values = new ArgumentTyping(tool, true).values(arguments == null ? TypedArguments.NONE : arguments);
        permitted.check(tool, values);
        return () -> {
            var result = client.callTool(name, values);
            return new ToolAnswer(name, result, false, null).failure();
        };
    }
}
