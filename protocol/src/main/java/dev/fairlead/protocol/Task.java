package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Work that a server goes on with after it has answered, in the form of 2025-11-25 or of the tasks extension.
 *
 * @param status a word that is none of the known ones counts as {@link TaskStatus#WORKING}, to be asked for again
 * @param createdAt a moment in ISO 8601, as received
 * @param lastUpdatedAt a moment in ISO 8601, as received
 * @param ttl for how long the server keeps the task, counted from its creation; null if without limit or not told
 * @param pollInterval how long to wait between two questions, where the server has a wish
 * @param more the members that no component knows, and durations as they were spelled; do not modify
 */
public record Task(
        String taskId,
        TaskStatus status,
        @Nullable String statusMessage,
        @Nullable String createdAt,
        @Nullable String lastUpdatedAt,
        @Nullable Duration ttl,
        @Nullable Duration pollInterval,
        ObjectNode more) {

    /** Returns a task of the server's own making. */
    public static Task of(String taskId, TaskStatus status, String createdAt, String lastUpdatedAt) {
        return new Task(taskId, status, null, createdAt, lastUpdatedAt, null, null, Json.object());
    }

    /** Reads a task in either form. */
    public static Task from(JsonNode json) {
        var fields = Fields.of("task", json);
        var taskId = fields.string("taskId");
        var status = TaskStatus.of(json.path("status").stringValue(""));
        if (status.isPresent() || !json.path("status").isString()) {
            fields.string("status");
        }
        return new Task(
                taskId,
                status.orElse(TaskStatus.WORKING),
                fields.optionalString("statusMessage"),
                fields.optionalString("createdAt"),
                fields.optionalString("lastUpdatedAt"),
                Numbers.millis(json.has("ttlMs") ? json.path("ttlMs") : json.path("ttl")),
                Numbers.millis(json.has("pollIntervalMs") ? json.path("pollIntervalMs") : json.path("pollInterval")),
                fields.rest());
    }

    /** Returns the same task, elsewhere in its life. */
    public Task withStatus(TaskStatus status, @Nullable String statusMessage) {
        return new Task(taskId, status, statusMessage, createdAt, lastUpdatedAt, ttl, pollInterval, more);
    }

    /** Returns what the completed task brought (extension only). */
    public Optional<ObjectNode> result() {
        return more.get("result") instanceof ObjectNode result ? Optional.of(result) : Optional.empty();
    }

    /** Returns why the task failed (extension only); throws {@link BadShape} if that is not an error. */
    public Optional<RpcError> error() {
        if (!more.has("error")) {
            return Optional.empty();
        }
        var fields = Fields.of("error of a task", more.path("error"));
        var code = fields.integer("code");
        if (code != (int) code) {
            throw fields.missing("code", "an error code");
        }
        return Optional.of(new RpcError((int) code, fields.string("message"), fields.optionalValue("data")));
    }

    /** Returns what the task waits for, by key (extension only); throws {@link BadShape} if it cannot be read. */
    public Map<String, InputRequest> inputRequests() {
        return more.has("inputRequests") ? InputRequest.allFrom(more.path("inputRequests")) : Map.of();
    }

    /** Writes this task in the form in which it was received; in that of 2025-11-25 if it never was. */
    public ObjectNode toJson() {
        boolean extension = more.has("ttlMs") || more.has("pollIntervalMs");
        return extension ? toExtensionJson() : write("ttl", "pollInterval");
    }

    /** Writes this task in the form of the tasks extension. */
    public ObjectNode toExtensionJson() {
        return write("ttlMs", "pollIntervalMs");
    }

    private ObjectNode write(String ttlName, String pollName) {
        var members = new Members(more)
                .put("taskId", taskId)
                .put("status", unknownStatus() ? more.path("status").stringValue() : status.id())
                .put("statusMessage", statusMessage)
                .put("createdAt", createdAt)
                .put("lastUpdatedAt", lastUpdatedAt);
        if (ttl != null || !more.has(ttlName)) {
            members.put(ttlName, millis(ttlName, ttl));
        }
        if (pollInterval != null) {
            members.put(pollName, millis(pollName, pollInterval));
        }
        return members.json();
    }

    private boolean unknownStatus() {
        return status == TaskStatus.WORKING && more.path("status").isString();
    }

    /** Returns the duration as it was spelled, if it was. */
    private JsonNode millis(String name, @Nullable Duration duration) {
        if (duration == null) {
            return more.nullNode();
        }
        return duration.equals(Numbers.millis(more.path(name))) ? more.path(name) : Numbers.node(duration.toMillis());
    }
}
