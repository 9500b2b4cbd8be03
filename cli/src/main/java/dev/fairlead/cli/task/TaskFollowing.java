package dev.fairlead.cli.task;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.client.CallOptions;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Asks after one task until it is over, and has what it waits for answered on the way. */
final class TaskFollowing {
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final McpClient client;
    private final String server;
    private final String id;
    private final boolean extension;
    private final Visit visit;
    private final Set<String> answered = new HashSet<>();
    private @Nullable Thread asking; // lets an old server ask

    TaskFollowing(McpClient client, String server, String id, boolean extension, Visit visit) {
        this.client = client;
        this.server = server;
        this.id = id;
        this.extension = extension;
        this.visit = visit;
    }

    /** Asks how far the task is. */
    Task state() {
        return read(() -> Task.from(ask("tasks/get")));
    }

    /** Makes a request about the task. */
    ObjectNode ask(String method) {
        return client.request(method, Json.object().put("taskId", id), CallOptions.usual());
    }

    /**
     * Returns the task when it is over.
     *
     * @param seen told every state that was seen, the last one too
     */
    Task end(Consumer<Task> seen) {
        var limit = visit.timeout();
        var end = limit == null ? Deadline.never() : Deadline.after(limit);
        try {
            while (true) {
                var task = state();
                seen.accept(task);
                if (task.status().terminal()) {
                    return task;
                }
                if (task.status() == TaskStatus.INPUT_REQUIRED) {
                    answer(task);
                }
                pause(task, end);
            }
        } finally {
            if (asking != null) {
                asking.interrupt();
            }
        }
    }

    /** Has those questions answered that were not answered before. */
    private void answer(Task task) {
        if (!extension) {
            listen();
            return;
        }
        Map<String, InputRequest> open = new LinkedHashMap<>(read(task::inputRequests));
        open.keySet().removeAll(answered);
        if (!open.isEmpty()) {
            client.answerTask(id, open, CallOptions.usual());
            answered.addAll(open.keySet());
        }
    }

    /** Waits for the result beside: servers of 2025-11-25 ask only whoever does that. */
    private void listen() {
        if (asking != null && asking.isAlive()) {
            return;
        }
        asking = Thread.ofVirtual().name("fairlead-task").start(() -> {
            try {
                var ignored = ask("tasks/result");
            } catch (McpException none) {
                return; // How the task ends is asked for otherwise.
            }
        });
    }

    private void pause(Task task, Deadline end) {
        if (end.passed()) {
            var word = task.statusMessage() == null ? "" : " (%s)".formatted(task.statusMessage());
            throw new UnusableException(
                    ExitCode.TIMED_OUT,
                    "timeout",
                    "task '%s' of server '%s' is not over within the --timeout%s; it goes on, so ask again later"
                            .formatted(id, server, word));
        }
        var wish = task.pollInterval() == null ? USUAL_PAUSE : task.pollInterval();
        var sane = earlier(wish.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : wish, LONGEST_PAUSE);
        visit.surroundings().interruption().pause(earlier(sane, end.remaining()));
    }

    private static Duration earlier(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private <T> T read(Supplier<T> shape) {
        try {
            return shape.get();
        } catch (BadShape unreadable) {
            throw new ProtocolViolationException(
                    "tasks/get %s on server '%s': %s".formatted(id, server, unreadable.getMessage()), unreadable);
        }
    }
}
