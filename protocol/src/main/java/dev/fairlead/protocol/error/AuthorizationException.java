package dev.fairlead.protocol.error;

/** A server wants to know who is asking, or does not let this one do what was asked. */
public final class AuthorizationException extends McpException {
    private static final long serialVersionUID = 1;
    private final transient Challenge challenge;

    /** Says what the server demands of whoever attempts this. */
    public AuthorizationException(String attempted, String server, Challenge challenge) {
        super("%s on server '%s': %s; it was not carried out".formatted(attempted, server, challenge.words()));
        this.challenge = challenge;
    }

    /** Returns what the server demands. */
    public Challenge challenge() {
        return challenge;
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
