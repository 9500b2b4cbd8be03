package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a tool is to be executed (2025-11-25).
 *
 * @param taskSupport as received; {@link #support()} is its meaning
 * @param more the members that no component knows; do not modify
 */
public record ToolExecution(@Nullable String taskSupport, ObjectNode more) {

    /** Whether a call may be made a task. */
    public enum TaskSupport {
        FORBIDDEN,
        OPTIONAL,
        REQUIRED;

        /** Returns the word on the wire. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Finds the value with this word. */
        public static Optional<TaskSupport> of(String id) {
            return Arrays.stream(values())
                    .filter(value -> value.id().equals(id))
                    .findFirst();
        }
    }

    /** Returns an execution with this support of tasks. */
    public static ToolExecution of(TaskSupport support) {
        return new ToolExecution(support.id(), Json.object());
    }

    /** Reads an execution. */
    public static ToolExecution from(JsonNode json) {
        var fields = Fields.of("tool execution", json);
        return new ToolExecution(fields.optionalString("taskSupport"), fields.rest());
    }

    /** Tells whether a call may be made a task; where the server does not say so intelligibly, it must not. */
    public TaskSupport support() {
        return taskSupport == null
                ? TaskSupport.FORBIDDEN
                : TaskSupport.of(taskSupport).orElse(TaskSupport.FORBIDDEN);
    }

    /** Writes this execution. */
    public ObjectNode toJson() {
        return new Members(more).put("taskSupport", taskSupport).json();
    }
}
