package dev.fairlead.console.call;

import dev.fairlead.client.CallOptions;
import dev.fairlead.console.event.Broadcast;
import dev.fairlead.console.event.Paced;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.console.traffic.TrafficListener;
import dev.fairlead.console.web.Refusal;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls that servers carry out in the background, as what they answer tells. Thread-safe. */
public final class Tasks implements TrafficListener {
    private static final System.Logger LOG = System.getLogger(Tasks.class.getName());
    private static final int MOST = 200;
    private static final int LONGEST_WORD = 100;
    private static final Set<String> OVER = Set.of("completed", "failed", "cancelled");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String LOST = "lost";
    private static final String LOST_WORDS =
            "Its call broke off, so that nobody follows it any more; it may still go on at"
                    + " the server, which can be asked once it is connected.";

    private final Supplier<Host> host;
    private final History history;
    private final Broadcast broadcast;
    private final Paced paced = new Paced(Calls.BETWEEN_TOLD);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Running> tasks = new LinkedHashMap<>(); // guarded by lock

    private record Running(String server, String taskId, ObjectNode json) {}

    /** Makes one that knows none. */
    public Tasks(Supplier<Host> host, History history, Broadcast broadcast) {
        this.host = host;
        this.history = history;
        this.broadcast = broadcast;
    }

    @Override
    public void began(String call, String row, String method, long atNanos) {}

    @Override
    public void ended(String call, String server, String row, String method, Duration took, @Nullable JsonNode result) {
        if (result == null || !(method.equals("tools/call") || method.startsWith("tasks/"))) {
            return;
        }
        history.find(call).ifPresent(found -> heard(found, result));
    }

    private void heard(Call call, JsonNode result) {
        var task = result.path("task").isObject() ? result.path("task") : result;
        if (task.path("taskId").isString() && task.path("status").isString()) {
            note(call, task);
            if (call.over()) {
                ended(call); // What was heard late is not followed either.
            }
        }
    }

    private void note(Call call, JsonNode task) {
        var taskId = task.path("taskId").stringValue();
        if (taskId.length() > Shortened.NAME) {
            return; // Nobody could ask after it, or stop it.
        }
        var id = call.id() + "-" + Integer.toHexString(taskId.hashCode());
        var json = Json.object()
                .put("id", id)
                .put("server", call.wish().serverId())
                .put("call", call.id())
                .put("state", Shortened.of(task.path("status").stringValue(), LONGEST_WORD))
                .put(
                        "message",
                        task.path("statusMessage").isString()
                                ? Shortened.of(task.path("statusMessage").stringValue(), Shortened.LINE)
                                : null);
        number(json, "pollMs", task.has("pollIntervalMs") ? task.path("pollIntervalMs") : task.path("pollInterval"));
        json.put("createdAt", millis(task.path("createdAt")));
        number(json, "ttl", task.has("ttlMs") ? task.path("ttlMs") : task.path("ttl"));
        boolean news;
        lock.lock();
        try {
            var known = tasks.get(id);
            if (known != null && OVER.contains(known.json.path("state").asString(""))) {
                return; // What is over stays so, whatever is heard late.
            }
            var before = tasks.put(id, new Running(call.wish().server(), taskId, json));
            news = before == null || !before.json.equals(json);
            var each = tasks.keySet().iterator();
            while (tasks.size() > MOST) {
                each.next();
                each.remove();
            }
        } finally {
            lock.unlock();
        }
        if (news) {
            paced.tell(id, () -> tell(id));
        }
    }

    /** Notes that nobody follows the tasks of a call any more. How a task ended, the server tells, if it can. */
    public void ended(Call call) {
        switch (call.state()) {
            case CANCELLED, TIMEOUT -> unfollowed(call, "cancelled", "This console stopped following it.");
            case FAILED -> unfollowed(call, LOST, LOST_WORDS);
            default -> {}
        }
    }

    private void unfollowed(Call call, String state, String message) {
        lock.lock();
        try {
            tasks.values().stream()
                    .filter(task -> task.json.path("call").asString("").equals(call.id()))
                    .filter(task -> !OVER.contains(task.json.path("state").asString("")))
                    .forEach(task -> {
                        task.json.put("state", state).put("message", message);
                        broadcast.tell("task", task.json);
                    });
        } finally {
            lock.unlock();
        }
    }

    private void tell(String id) {
        lock.lock();
        try {
            var task = tasks.get(id);
            if (task != null) {
                broadcast.tell("task", task.json);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns a time as pages know them; null for what is none. */
    private static @Nullable Long millis(JsonNode time) {
        try {
            return time.isString()
                    ? OffsetDateTime.parse(time.stringValue()).toInstant().toEpochMilli()
                    : null;
        } catch (DateTimeParseException | ArithmeticException none) {
            return null;
        }
    }

    private static void number(ObjectNode json, String name, JsonNode value) {
        if (value.isNumber()) {
            json.set(name, value);
        } else {
            json.putNull(name);
        }
    }

    /** Returns all of them. */
    public ArrayNode all() {
        var list = Json.array();
        lock.lock();
        try {
            tasks.values().forEach(task -> list.add(task.json.deepCopy()));
        } finally {
            lock.unlock();
        }
        return list;
    }

    private Running find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(tasks.get(id))
                    .orElseThrow(() -> Refusal.missing("no-such-task", "There is no such task."));
        } finally {
            lock.unlock();
        }
    }

    /** Asks a server how a task stands that nobody follows any more. */
    public void ask(String id) throws InterruptedException {
        var task = find(id);
        var call = history.find(task.json.path("call").asString(""))
                .orElseThrow(() -> Refusal.missing("no-such-task", "The call of this task is not known any more."));
        try {
            heard(call, request(task, "tasks/get"));
        } catch (McpException failure) {
            LOG.log(Level.WARNING, "A task could not be asked after", failure);
            throw new Refusal(409, "not-asked", Shortened.of(String.valueOf(failure.getMessage()), Shortened.WORDS));
        }
    }

    private JsonNode request(Running task, String method) throws InterruptedException {
        return host.get()
                .with(
                        task.server,
                        client -> client.request(
                                method, Json.object().put("taskId", task.taskId), CallOptions.within(PATIENCE)));
    }

    /** Asks a server to stop a task. */
    public void cancel(String id) throws InterruptedException {
        var task = find(id);
        var call = history.find(task.json.path("call").asString(""));
        call.ifPresent(one -> one.giveUp(true)); // Before the server can say so.
        try {
            var ignored = request(task, "tasks/cancel");
        } catch (McpException failure) {
            call.ifPresent(one -> one.giveUp(false));
            LOG.log(Level.WARNING, "A task could not be cancelled", failure);
            throw new Refusal(
                    409, "not-cancelled", Shortened.of(String.valueOf(failure.getMessage()), Shortened.WORDS));
        }
    }
}
