package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** A server cannot be reached, or says that it is too busy; later it may be different. */
public final class UnavailableException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says why {@code attempted} did not get through. */
    public UnavailableException(String attempted, String server, String detail, @Nullable Throwable cause) {
        super("%s on server '%s': unavailable, %s; it was not carried out".formatted(attempted, server, detail), cause);
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
