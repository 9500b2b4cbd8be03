package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/**
 * A server wants to know who is asking, or does not let this one do what was asked. What was turned away was not carried
 * out, so that whoever gets authorized may ask again, unless it was asked in the course of a call that had begun.
 */
public sealed class AuthorizationException extends McpException
        permits AuthorizationRequiredException,
                InsufficientScopeException,
                LoginFailedException,
                TokenRejectedException {
    private static final long serialVersionUID = 1;
    private static final int UNAUTHORIZED = 401;

    private final String server;
    private final String words;
    private final Challenge challenge;
    private final boolean begun;

    /** Says what the server demands of whoever attempts this. */
    public AuthorizationException(String attempted, String server, Challenge challenge) {
        this(attempted, server, challenge, challenge.words(), null, false);
    }

    AuthorizationException(
            String attempted,
            String server,
            Challenge challenge,
            String words,
            @Nullable Throwable cause,
            boolean begun) {
        super(
                "%s on server '%s': %s; %s"
                        .formatted(
                                attempted,
                                server,
                                words,
                                begun ? "whether it was carried out is unknown" : "it was not carried out"),
                cause);
        this.begun = begun;
        this.server = server;
        this.words = words;
        this.challenge = challenge;
    }

    /** Returns what the server demands. */
    public final Challenge challenge() {
        return challenge;
    }

    /**
     * Tells whether it was turned away and that is all: nobody wants to know who is asking, and it is not known who else may
     * ask, or with what. It may have been something before the server, which dislikes one request, or too many of them.
     */
    public final boolean merelyTurnedAway() {
        return challenge.status() != UNAUTHORIZED && getClass().equals(AuthorizationException.class);
    }

    /** Returns the same failure as it is told to somebody who attempted something else. */
    public final AuthorizationException attempting(String other) {
        return of(other, false);
    }

    /** Returns the same failure as it is told of something that the server had begun before it turned a part of it away. */
    public final AuthorizationException inTheCourseOf(String begun) {
        return of(begun, true);
    }

    AuthorizationException of(String attempted, boolean begun) {
        return new AuthorizationException(attempted, server, challenge, words, getCause(), begun);
    }

    final String server() {
        return server;
    }

    final String words() {
        return words;
    }

    @Override
    public final boolean maybeExecuted() {
        return begun;
    }
}
