package dev.fairlead.wire;

import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import org.jspecify.annotations.Nullable;

/** Why a line is no more. Each call that meets it gets an exception of its own. */
@FunctionalInterface
public interface Breakage {

    /** We closed the line ourselves. */
    Breakage CLOSED = (attempted, server, maybeExecuted) -> new ClientClosedException(attempted, server, maybeExecuted);

    /** Returns the failure of what was attempted at that moment. */
    McpException during(String attempted, String server, boolean maybeExecuted);

    /** Returns a breakage that is told by a sentence. */
    static Breakage lost(String detail, @Nullable Throwable cause) {
        return (attempted, server, maybeExecuted) ->
                new ConnectionLostException(attempted, server, detail, maybeExecuted, cause);
    }
}
