package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Moment;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead tasks}. */
final class TaskWork {
    private static final String EXTENSION = "io.modelcontextprotocol/tasks";
    private static final Set<String> WITH_ID = Set.of("get", "watch", "result", "cancel");

    private final List<String> words;
    private final Visit visit;
    private String action = "list";
    private String id = "";

    TaskWork(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.make(attempt, targets -> target(targets, attempt), this::act);
    }

    private Target target(Targets targets, Attempt attempt) {
        var target = targets.first(words, TasksCommand.NAME, "");
        var rest = target.words();
        if (rest.isEmpty()) {
            return target;
        }
        action = rest.getFirst();
        if (action.equals("watch")) {
            attempt.always(document -> Moment.now().stampLast(document));
        }
        if (!action.equals("list") && !WITH_ID.contains(action)) {
            throw new UsageException(
                    "'%s' is nothing to do with tasks; type list, get ID, watch ID, result ID or cancel ID"
                            .formatted(action));
        }
        int wanted = action.equals("list") ? 1 : 2;
        if (rest.size() < wanted) {
            throw new UsageException("no task is named; type "
                    + ShellWord.command("fairlead tasks %s %s ID".formatted(target.typed(), action)));
        }
        if (rest.size() > wanted) {
            throw new UsageException("'%s' is one word too many".formatted(rest.get(wanted)));
        }
        id = wanted == 1 ? "" : rest.get(1);
        return target;
    }

    private ExitCode act(McpClient client, Attempt attempt, Printer printer) {
        var offered = client.server().capabilities();
        boolean extension = offered.extension(EXTENSION).isPresent();
        boolean old = offered.toJson().has("tasks");
        var server = String.valueOf(attempt.label());
        if (!extension && !old) {
            throw new UnsupportedFeatureException("tasks", server, "the server offers no tasks");
        }
        var task = new TaskFollowing(client, server, id, extension, visit);
        switch (action) {
            case "list" -> {
                if (!offered.taskList()) {
                    throw new UnsupportedFeatureException(
                            "tasks/list",
                            server,
                            extension
                                    ? "tasks of this revision cannot be listed; name one with get ID"
                                    : "the server does not list its tasks");
                }
                printer.print(attempt, new TaskList(client.listTasks()));
            }
            case "get" -> printer.print(attempt, new TaskState(task.state()));
            case "watch" -> {
                return watch(task, attempt, printer);
            }
            case "cancel" -> {
                if (!extension && !offered.taskCancel()) {
                    throw new UnsupportedFeatureException("tasks/cancel", server, "the server does not cancel tasks");
                }
                var ignored = task.ask("tasks/cancel");
                printer.print(attempt, new TaskState(task.state()));
            }
            default -> {
                var result =
                        extension ? TaskResult.of(task.end(state -> {})) : new TaskResult(id, task.ask("tasks/result"));
                printer.print(attempt, result);
                return ExitCode.of(result.failure());
            }
        }
        return ExitCode.OK;
    }

    private ExitCode watch(TaskFollowing task, Attempt attempt, Printer printer) {
        visit.narrator().ends();
        var last = new AtomicReference<@Nullable Task>();
        var end = new TaskEnd(task.end(now -> {
            var before = last.getAndSet(now);
            if (before == null || !same(before, now)) {
                var moment = Moment.now();
                var document = moment.stamp(Json.object(), "task");
                document.set("task", now.toJson());
                printer.stream(page -> page.line(moment.line(words(now))), document);
            }
        }));
        printer.print(attempt, end);
        return ExitCode.of(end.failure());
    }

    /** Tells whether there is nothing new about a task; when it was looked at last is nothing. */
    private static boolean same(Task before, Task now) {
        return words(before).equals(words(now));
    }

    /** The status as the server says it: also a word that nobody knows. */
    private static String words(Task task) {
        var status = task.toJson().path("status").asString("");
        return task.statusMessage() == null ? status : "%s: %s".formatted(status, task.statusMessage());
    }
}
