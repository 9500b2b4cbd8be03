package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** The line to a server broke. */
public final class ConnectionLostException extends McpException {
    private static final long serialVersionUID = 1;
    private final String detail;
    private final boolean maybeExecuted;

    /** Says what broke while {@code attempted} was under way. */
    public ConnectionLostException(
            String attempted, String server, String detail, boolean maybeExecuted, @Nullable Throwable cause) {
        super(
                "%s on server '%s': connection lost, %s%s"
                        .formatted(
                                attempted,
                                server,
                                detail,
                                maybeExecuted ? "; whether it was carried out is unknown" : "; it was not carried out"),
                cause);
        this.detail = detail;
        this.maybeExecuted = maybeExecuted;
    }

    /** Returns what broke. */
    public String detail() {
        return detail;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
