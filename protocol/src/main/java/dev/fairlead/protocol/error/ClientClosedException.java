package dev.fairlead.protocol.error;

/** The client was closed while a call was waiting, or before it was made. */
public final class ClientClosedException extends McpException {
    private static final long serialVersionUID = 1;
    private final boolean maybeExecuted;

    /** Says that the client of {@code server} was closed before {@code attempted} had an answer. */
    public ClientClosedException(String attempted, String server, boolean maybeExecuted) {
        super("%s on server '%s': client closed".formatted(attempted, server));
        this.maybeExecuted = maybeExecuted;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
