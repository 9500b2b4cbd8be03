package dev.fairlead.client.peer;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.TaskStatus;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks for the state of a task until it is decided, at the pace the server wishes, within the limits of its call. */
final class TaskPolling {
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);

    // With the pauses between them, for as long as it takes to start a server anew.
    private static final int MOST_FAILURES = 6;
    private static final Set<Integer> FOR_A_MOMENT = Set.of(429, 502, 503, 504);

    private final Peer peer;
    private final String server;
    private final Closing closing;
    private final boolean mayCancel;
    private final boolean perRequest;
    private final Invocation call;
    private final CallScope scope;
    private final Begun begun;
    private Task task; // as it was told of last
    private boolean turnedAway;
    private boolean pausing;

    /**
     * Follows the task that {@code call} has become.
     *
     * @param mayCancel whether the server lets a task be cancelled
     * @param perRequest whether a request can fail without everything else ending with it
     * @param created the task as it was when the call became it
     */
    TaskPolling(
            Peer peer,
            PeerTerms terms,
            boolean mayCancel,
            boolean perRequest,
            ObjectNode created,
            Invocation call,
            CallScope scope) {
        this.peer = peer;
        this.server = terms.server();
        this.closing = terms.closing();
        this.mayCancel = mayCancel;
        this.perRequest = perRequest;
        this.call = call;
        this.scope = scope;
        this.begun = new Begun(call, server);
        this.task = read(created);
    }

    /**
     * Follows the task, and further after being turned away.
     *
     * @param decide returns the result once the task is far enough, or empty to go on
     */
    ObjectNode follow(Function<Task, Optional<ObjectNode>> decide) {
        boolean decided = false;
        try {
            if (turnedAway) {
                task = poll(); // While somebody logged in, much may have happened.
            }
            while (true) {
                var result = decide.apply(task);
                if (result.isPresent()) {
                    decided = true;
                    return result.get();
                }
                pause(interval());
                task = poll();
            }
        } catch (McpException failure) {
            // Whoever is turned away cannot take the task back, and follows it further after logging in.
            turnedAway = failure instanceof AuthorizationException;
            decided = task.status().terminal() || turnedAway;
            throw told(failure);
        } finally {
            if (!decided && mayCancel) {
                cancel(task.taskId());
            }
            if (pausing) {
                closing.spoken(); // Only now, as leaving waits for what was to be told.
            }
        }
    }

    /** Asks how the task stands: more than once where nobody was there to answer, as asking changes nothing. */
    private Task poll() {
        var backoff = new Backoff(Backoff.LONGEST);
        while (true) {
            try {
                return read(ask("tasks/get", task.taskId()));
            } catch (ConnectionLostException | UnavailableException | HttpStatusException failure) {
                boolean passing =
                        !(failure instanceof HttpStatusException answered) || FOR_A_MOMENT.contains(answered.status());
                if (!perRequest || !passing || backoff.failures() == MOST_FAILURES) {
                    throw failure;
                }
                pause(backoff.next(interval()));
            }
        }
    }

    /** Makes a request about the task. */
    ObjectNode ask(String method, String taskId) {
        return ask(method, Json.object().put("taskId", taskId));
    }

    ObjectNode ask(String method, ObjectNode params) {
        try {
            return ask(method, params, scope);
        } catch (ServerErrorException refused) {
            throw begun.told(refused); // That of the result may be the call's own.
        }
    }

    /** Waits for the result of the task, which keeps the server silent for as long as the task takes. */
    ObjectNode result(Task task) {
        try {
            return ask("tasks/result", Json.object().put("taskId", task.taskId()), scope.patient());
        } catch (ServerErrorException refused) {
            // Only of a task that failed is it the call's own, whatever its code says of requests that were not carried
            // out; of
            // any other it is that of asking, perhaps too late.
            throw task.status() == TaskStatus.FAILED ? failed(refused.error()) : begun.told(refused);
        }
    }

    /** Returns the failure of a task, which had begun. */
    ServerErrorException failed(RpcError error) {
        return new ServerErrorException(call.words(), server, error, true);
    }

    private ObjectNode ask(String method, ObjectNode params, CallScope step) {
        var taskId = params.path("taskId").asString("");
        return switch (peer.call(Invocation.of(method, params, taskId), step)) {
            case Reply.Complete done -> done.result();
            case Reply other -> throw violation("a task that answers with " + other);
        };
    }

    private Duration interval() {
        var wish = task.pollInterval() == null ? USUAL_INTERVAL : task.pollInterval();
        return wish.compareTo(SHORTEST_INTERVAL) < 0 ? SHORTEST_INTERVAL : wish;
    }

    private void pause(Duration interval) {
        pausing = true;
        closing.speaks();
        closing.pause(Deadline.after(interval).orEarlier(scope.total()), call.words(), server);
        if (scope.total().passed()) {
            throw tooLong();
        }
        closing.spoken();
        pausing = false;
    }

    private McpException told(McpException failure) {
        if (failure instanceof ServerErrorException) {
            return failure;
        }
        var told = failure instanceof CallTimeoutException ? tooLong() : begun.told(failure);
        if (told != failure && told.getCause() == null) {
            told.addSuppressed(failure);
        }
        return told;
    }

    private CallTimeoutException tooLong() {
        return new CallTimeoutException(
                call.words(),
                server,
                scope.total().passed()
                        ? "its task was not done within "
                                + Durations.words(scope.limits().total())
                        : "the server was silent when it was asked for its task",
                scope.elapsed(),
                task.statusMessage(),
                true);
    }

    /** Takes the task back, without making the caller wait for the answer. */
    private void cancel(String taskId) {
        try {
            peer.tell(Invocation.of("tasks/cancel", Json.object().put("taskId", taskId), taskId));
        } catch (McpException gone) {
            // Cancelling is a courtesy: a server that cannot be told will find nobody asking.
            return;
        }
    }

    private Task read(JsonNode json) {
        try {
            var task = Task.from(json);
            if (TaskStatus.of(json.path("status").asString("")).isEmpty()) {
                throw violation("a task of unknown status");
            }
            return task;
        } catch (BadShape unreadable) {
            throw violation(unreadable.getMessage());
        }
    }

    ProtocolViolationException violation(String what) {
        return new ProtocolViolationException("%s on server '%s': %s".formatted(call.words(), server, what));
    }
}
