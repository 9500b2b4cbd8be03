package dev.fairlead.protocol.error;

/** A server kept asking for more input instead of answering. */
public final class TooManyRoundsException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says at which limit {@code attempted} was given up. */
    public TooManyRoundsException(String attempted, String server, String limit) {
        super("%s on server '%s' was given up: the server asked for more input than allowed (%s)"
                .formatted(attempted, server, limit));
    }

    @Override
    public boolean maybeExecuted() {
        return true;
    }
}
