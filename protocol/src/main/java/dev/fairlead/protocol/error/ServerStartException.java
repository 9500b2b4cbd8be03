package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import org.jspecify.annotations.Nullable;

/** A server could not be started at all. */
public final class ServerStartException extends McpException {
    private static final long serialVersionUID = 1;

    private ServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure to find a script. */
    public static ServerStartException scriptNotFound(String path) {
        return new ServerStartException("Server script not found: " + Excerpt.of(path, 1000), null);
    }

    /** Returns the refusal of a file that is no known kind of script. */
    public static ServerStartException invalidScriptType(String path, String accepted) {
        return new ServerStartException(
                "Invalid server script type. Must be .py or .js (also accepted: %s); got %s"
                        .formatted(accepted, Excerpt.of(path, 1000)),
                null);
    }

    /** Returns the failure to start a process. */
    public static ServerStartException failed(String error, @Nullable Throwable cause) {
        return new ServerStartException("Failed to start server: " + error, cause);
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
