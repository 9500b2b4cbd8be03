package dev.fairlead.protocol.error;

/** The client was closed while a call was waiting, or before it was made. */
public final class ClientClosedException extends McpException {
    private static final long serialVersionUID = 1;
    private final boolean maybeExecuted;
    private final boolean disconnected;

    /** Says that the client of {@code server} was closed before {@code attempted} had an answer. */
    public ClientClosedException(String attempted, String server, boolean maybeExecuted) {
        super("%s on server '%s': client closed".formatted(attempted, server));
        this.maybeExecuted = maybeExecuted;
        this.disconnected = false;
    }

    private ClientClosedException(String message, boolean maybeExecuted) {
        super(message);
        this.maybeExecuted = maybeExecuted;
        this.disconnected = true;
    }

    /** Says that somebody disconnected {@code server} on purpose while {@code attempted} was under way. */
    public static ClientClosedException disconnected(String attempted, String server, boolean maybeExecuted) {
        return new ClientClosedException(
                "server '%s' was disconnected while %s was under way; %s"
                        .formatted(
                                server,
                                attempted,
                                maybeExecuted ? "whether it was carried out is unknown" : "it was not carried out"),
                maybeExecuted);
    }

    /** Tells whether somebody wanted it so; then another attempt is not wanted either. */
    public boolean disconnected() {
        return disconnected;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
