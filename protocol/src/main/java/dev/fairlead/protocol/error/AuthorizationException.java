package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/**
 * A server wants to know who is asking, or does not let this one do what was asked. Nothing was carried out, so that
 * whoever gets authorized may ask again.
 */
public sealed class AuthorizationException extends McpException
        permits AuthorizationRequiredException,
                InsufficientScopeException,
                LoginFailedException,
                TokenRejectedException {
    private static final long serialVersionUID = 1;
    private final String server;
    private final String words;
    private final Challenge challenge;

    /** Says what the server demands of whoever attempts this. */
    public AuthorizationException(String attempted, String server, Challenge challenge) {
        this(attempted, server, challenge, challenge.words(), null);
    }

    AuthorizationException(
            String attempted, String server, Challenge challenge, String words, @Nullable Throwable cause) {
        super("%s on server '%s': %s; it was not carried out".formatted(attempted, server, words), cause);
        this.server = server;
        this.words = words;
        this.challenge = challenge;
    }

    /** Returns what the server demands. */
    public final Challenge challenge() {
        return challenge;
    }

    /** Returns the same failure as it is told to somebody who attempted something else. */
    public AuthorizationException attempting(String other) {
        return new AuthorizationException(other, server, challenge, words, getCause());
    }

    final String server() {
        return server;
    }

    final String words() {
        return words;
    }

    @Override
    public final boolean maybeExecuted() {
        return false;
    }
}
