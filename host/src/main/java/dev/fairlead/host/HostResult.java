package dev.fairlead.host;

import dev.fairlead.client.ToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.error.McpException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a call of a tool ended. There is always one, whatever happened.
 *
 * @param server the configured name of the server; empty if none was found
 * @param tool the tool as its server calls it; as it was asked for if none was found
 * @param answer what the tool answered, if it did
 * @param error why there is no success, in words
 * @param failure why there is no answer, where that was a failure on the way
 * @param unknown whether nobody can know if the server carried it out, in any of the attempts
 * @param duration how long it took, all attempts and questions included
 * @param attempts how often it was sent, or was about to be
 */
public record HostResult(
        Ending ending,
        String server,
        String tool,
        @Nullable ToolResult answer,
        @Nullable String error,
        @Nullable McpException failure,
        boolean unknown,
        Duration duration,
        int attempts) {

    /** How a call can end. */
    public enum Ending {
        /** The tool answered. */
        SUCCESS,
        /** The tool answered that it failed. */
        TOOL_ERROR,
        /** No connected server offers such a tool. */
        NOT_FOUND,
        /** It was not allowed. */
        REFUSED,
        /** It took too long. */
        TIMEOUT,
        /** The server went away. */
        DISCONNECTED,
        /** Whoever called gave up. */
        CANCELLED,
        /** It went wrong in another way. */
        FAILED
    }

    /** Tells whether the tool did what it was asked. */
    public boolean success() {
        return ending == Ending.SUCCESS;
    }

    /** Returns the parts of the answer; none if there was none. */
    public List<ContentBlock> content() {
        return answer == null ? List.of() : answer.content();
    }

    /** Returns all text of the answer; empty if there was none. */
    public String text() {
        return answer == null ? "" : answer.text();
    }

    /** Returns the answer in full. */
    public Optional<ToolResult> result() {
        return Optional.ofNullable(answer);
    }
}
