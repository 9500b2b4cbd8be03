package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The work of {@code fairlead tasks}. */
final class TaskWork {
    private static final String EXTENSION = "io.modelcontextprotocol/tasks";
    private static final Set<String> WITH_ID = Set.of("get", "result", "cancel");
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final List<String> words;
    private final Visit visit;
    private String action = "list";
    private String id = "";

    TaskWork(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), this::target, this::act);
    }

    private Target target(Targets targets) {
        var target = targets.first(words, TasksCommand.NAME, "");
        var rest = target.words();
        if (rest.isEmpty()) {
            return target;
        }
        action = rest.getFirst();
        if (!action.equals("list") && !WITH_ID.contains(action)) {
            throw new UsageException(
                    "'%s' is nothing to do with tasks; type list, get ID, result ID or cancel ID".formatted(action));
        }
        int wanted = action.equals("list") ? 1 : 2;
        if (rest.size() < wanted) {
            throw new UsageException(
                    "no task is named; type 'fairlead tasks %s %s ID'".formatted(target.typed(), action));
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
            case "get" -> printer.print(attempt, new TaskState(get(client, server)));
            case "cancel" -> {
                if (!extension && !offered.taskCancel()) {
                    throw new UnsupportedFeatureException("tasks/cancel", server, "the server does not cancel tasks");
                }
                var ignored = ask(client, "tasks/cancel");
                printer.print(attempt, new TaskState(get(client, server)));
            }
            default -> {
                var result = new TaskResult(id, extension ? awaited(client, server) : ask(client, "tasks/result"));
                printer.print(attempt, result);
                return ExitCode.of(result.failure());
            }
        }
        return ExitCode.OK;
    }

    private ObjectNode ask(McpClient client, String method) {
        return client.request(method, Json.object().put("taskId", id), CallOptions.usual());
    }

    private Task get(McpClient client, String server) {
        try {
            return Task.from(ask(client, "tasks/get"));
        } catch (BadShape unreadable) {
            throw new ProtocolViolationException(
                    "tasks/get %s on server '%s': %s".formatted(id, server, unreadable.getMessage()), unreadable);
        }
    }

    /** Asks until the task is over, as that revision wants it. */
    private ObjectNode awaited(McpClient client, String server) {
        var limit = visit.timeout();
        var end = limit == null ? Deadline.never() : Deadline.after(limit);
        while (true) {
            var task = get(client, server);
            switch (task.status()) {
                case COMPLETED -> {
                    return task.result().orElseGet(Json::object);
                }
                case FAILED, CANCELLED -> {
                    return TaskResult.failed(task);
                }
                default -> pause(task, end, server);
            }
        }
    }

    private void pause(Task task, Deadline end, String server) {
        if (end.passed()) {
            throw new CallTimeoutException(
                    "tasks/get " + id, server, "it is not over yet", Duration.ZERO, task.statusMessage(), true);
        }
        var wish = task.pollInterval() == null ? USUAL_PAUSE : task.pollInterval();
        var sane = earlier(wish.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : wish, LONGEST_PAUSE);
        visit.surroundings().interruption().pause(earlier(sane, end.remaining()));
    }

    private static Duration earlier(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
