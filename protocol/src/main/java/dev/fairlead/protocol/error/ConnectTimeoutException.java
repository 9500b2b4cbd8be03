package dev.fairlead.protocol.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server did not become ready in time. */
public final class ConnectTimeoutException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says how long was waited for {@code server}, and what it was last seen doing. */
    public ConnectTimeoutException(String server, Duration waited, String seen, @Nullable Throwable cause) {
        super("Connection timeout after %s: server '%s' %s".formatted(Durations.seconds(waited), server, seen), cause);
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
