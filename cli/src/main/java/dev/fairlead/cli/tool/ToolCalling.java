package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.ToolResult;
import dev.fairlead.client.ToolStart;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.error.CallTimeoutException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The work of {@code fairlead call}. */
public final class ToolCalling {
    private final List<String> words;
    private final @Nullable String whole;
    private final ToolCallOptions options;
    private final Visit visit;

    ToolCalling(List<String> words, @Nullable String whole, ToolCallOptions options, Visit visit) {
        this.words = words;
        this.whole = whole;
        this.options = options;
        this.visit = visit;
        if (options.unchecked()) {
            visit.sendUnchecked();
        }
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        attempt.always(document -> ToolAnswer.tellNothing(attempt.tool(), document));
        return visit.make(attempt, targets -> target(targets, attempt), this::call);
    }

    /** Shows how the tool that is meant is called. */
    ExitCode help(Set<String> taken) {
        var attempt = Attempt.begin();
        var server = new AtomicReference<>("");
        return visit.make(
                attempt,
                targets -> {
                    var target = target(targets, attempt);
                    server.set(target.typed());
                    return target;
                },
                (client, begun, printer) -> {
                    var tool =
                            new PermittedTool(visit, found).named(String.valueOf(attempt.tool()), client.listTools());
                    printer.print(attempt, new ToolUsage(tool, server.get(), taken));
                    return ExitCode.OK;
                });
    }

    // What was typed is read before anything is started: it may be wrong, and reading it may wait for standard input.
    private @Nullable TypedArguments arguments;

    private @Nullable Target found;

    private Target target(Targets targets, Attempt attempt) {
        refuseTwoWaysToPrint();
        var command = visit.surroundings().serverCommand();
        refuseOptionBeforeTool(command == null ? 2 : 1);
        refuseServerBeforeTool(targets, command);
        var target = targets.first(words, CallCommand.NAME, " TOOL");
        found = target;
        attempt.meets(target.label());
        if (target.words().isEmpty()) {
            var call = command == null
                    ? "fairlead call %s TOOL KEY=VALUE...".formatted(target.typed())
                    : "fairlead call TOOL KEY=VALUE... " + target.typed();
            throw new UsageException("no tool is named; type %s (%s lists them)"
                    .formatted(ShellWord.command(call), ShellWord.command("fairlead tools " + target.typed())));
        }
        attempt.calls(target.words().getFirst());
        var typed = target.words().subList(1, target.words().size());
        arguments = TypedArguments.read(whole, typed, visit.surroundings().in());
        return target;
    }

    /** What looks like an option is an argument of the tool only once that is named. */
    private void refuseOptionBeforeTool(int names) {
        words.stream()
                .limit(names)
                .filter(word -> word.startsWith("-") && word.length() > 1)
                .findFirst()
                .ifPresent(word -> {
                    throw new UsageException(
                            "fairlead call has no option '%s'; 'fairlead call --help' lists them, and those of a tool follow its name"
                                    .formatted(Url.shown(word)));
                });
    }

    private void refuseTwoWaysToPrint() {
        boolean save = options.folder() != null;
        if (visit.printsJson() && (options.raw() || save)) {
            throw new UsageException("--json prints all there is, and %s is for people; drop one of them"
                    .formatted(save ? "--save" : "--raw"));
        }
        if (options.raw() && save) {
            throw new UsageException("--raw prints what --save would put into files; drop one of them");
        }
    }

    private void refuseServerBeforeTool(Targets targets, @Nullable List<String> command) {
        if (command != null
                && words.size() > 1
                && targets.isServer(words.getFirst())
                && words.get(1).indexOf('=') < 0) {
            throw new UsageException("'%s' and the command after -- both name a server; type %s"
                    .formatted(
                            Url.shown(words.getFirst()),
                            ShellWord.command("fairlead call %s -- %s"
                                    .formatted(
                                            ShellWord.line(words.subList(1, words.size())), ShellWord.line(command)))));
        }
    }

    private ExitCode call(McpClient client, Attempt attempt, Printer printer) {
        var watch = new Stopwatch(System::nanoTime);
        var name = String.valueOf(attempt.tool());
        var tools = client.listTools();
        var permitted = new PermittedTool(visit, found);
        var tool = permitted.named(name, tools);
        var typing = new ArgumentTyping(tool, !options.unchecked());
        var values = typing.values(arguments == null ? TypedArguments.NONE : arguments);
        // Nothing of whether it is sent: that is decided later, by rules, by a person, and by the schema.
        typing.unknown()
                .forEach(key -> visit.warn("tool '%s' does not list an argument '%s'; %s"
                        .formatted(name, key, Suggestion.among(key, typing.known()))));
        watch.pausedFor(() -> permitted.check(tool, values)); // Somebody may be asked.
        visit.narrator().begins("calling " + name);
        var calling = callOptions(name, watch);
        var code = visit.speaksOfTasks()
                ? start(client, values, calling, attempt, printer)
                : print(client.callTool(name, values, calling), attempt, printer);
        visit.learnt(tools);
        return code;
    }

    private CallOptions callOptions(String name, Stopwatch watch) {
        var options = CallOptions.usual().withListener(visit.narrator().aboutCall());
        if (visit.verbose()) {
            options = options.withLogLevel(LogLevel.INFO);
        }
        var timeout = visit.timeout();
        if (timeout != null) {
            // Listing the tools belonged to the call.
            var elapsed = watch.elapsed();
            if (elapsed.compareTo(timeout) >= 0) {
                throw new CallTimeoutException(
                        "tools/call " + name,
                        found == null ? "" : found.label(),
                        "its time was over before it was sent",
                        elapsed,
                        null,
                        false);
            }
            options = options.withLimits(Limits.within(timeout.minus(elapsed)));
        }
        return options;
    }

    /** Starts the call as a task, and leaves it to the server. */
    private ExitCode start(McpClient client, ObjectNode values, CallOptions calling, Attempt attempt, Printer printer) {
        var name = String.valueOf(attempt.tool());
        return switch (client.startTool(name, values, calling)) {
            case ToolStart.Running running -> {
                printer.print(attempt, new StartedTask(name, running.task().created()));
                yield ExitCode.OK;
            }
            case ToolStart.Finished finished -> {
                visit.warn("the server made no task of it, and answered at once");
                yield print(finished.result(), attempt, printer);
            }
        };
    }

    private ExitCode print(ToolResult result, Attempt attempt, Printer printer) {
        var answer = new ToolAnswer(String.valueOf(attempt.tool()), result, options.raw(), options.folder());
        printer.print(attempt, answer);
        return ExitCode.of(answer.failure());
    }
}
