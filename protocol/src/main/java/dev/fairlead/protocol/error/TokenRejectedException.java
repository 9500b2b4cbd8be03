package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** The server does not accept the token that was shown to it: it expired, was taken back, or was never good here. */
public final class TokenRejectedException extends AuthorizationException {
    private static final long serialVersionUID = 1;
    private final String why;

    /**
     * Says which token was not accepted.
     *
     * @param why what is known of the token and what can be done, for people; never the token
     */
    public TokenRejectedException(
            String attempted, String server, Challenge challenge, String why, @Nullable Throwable cause) {
        this(attempted, server, challenge, why, cause, false);
    }

    private TokenRejectedException(
            String attempted,
            String server,
            Challenge challenge,
            String why,
            @Nullable Throwable cause,
            boolean begun) {
        super(attempted, server, challenge, "%s; %s".formatted(challenge.words(), why), cause, begun);
        this.why = why;
    }

    @Override
    TokenRejectedException of(String attempted, boolean begun) {
        return new TokenRejectedException(attempted, server(), challenge(), why, getCause(), begun);
    }
}
