package dev.fairlead.protocol.error;

/** The caller gave up: its thread was interrupted, or its future cancelled. */
public final class CallCancelledException extends McpException {
    private static final long serialVersionUID = 1;
    private final boolean maybeExecuted;

    /** Says that waiting for {@code attempted} on {@code server} was interrupted. */
    public CallCancelledException(String attempted, String server, boolean maybeExecuted) {
        super("%s on server '%s' was cancelled by the caller".formatted(attempted, server));
        this.maybeExecuted = maybeExecuted;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
