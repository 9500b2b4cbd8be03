package dev.fairlead.agent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What became of a call that a model asked for, whole, for the person; the model may have been told less.
 *
 * @param id of the call, as the model gave it
 * @param name of the tool, as the model asked for it
 * @param server the configured name of the server; empty if none was found
 * @param tool as its server calls it
 * @param arguments as they were sent, or would have been; not to be modified
 * @param unknown whether nobody can know if the server carried it out
 * @param error why there is no success, in words
 * @param answer what the tool answered, as it came; not to be modified
 */
public record CallRecord(
        String id,
        String name,
        String server,
        String tool,
        ObjectNode arguments,
        Status status,
        boolean unknown,
        @Nullable String error,
        @Nullable ObjectNode answer,
        Duration duration) {

    /** How a call ended. */
    public enum Status {
        /** The tool answered. */
        SUCCESS,
        /** The tool answered that it failed. */
        TOOL_ERROR,
        /** There is no such tool. */
        NOT_FOUND,
        /** Somebody, or a rule, said no. */
        DENIED,
        /** It took too long. */
        TIMED_OUT,
        /** The server went away. */
        DISCONNECTED,
        /** It was stopped. */
        CANCELLED,
        /** It went wrong in another way. */
        FAILED,
        /** It was not tried. */
        NOT_RUN
    }
}
