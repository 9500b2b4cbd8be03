package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** The server wants authorization, and the way to get it failed: it must not be gone, or leads nowhere. */
public final class LoginFailedException extends AuthorizationException {
    private static final long serialVersionUID = 1;
    private final String why;

    /**
     * Says why no authorization was obtained.
     *
     * @param why which step failed, and what can be done, for people
     */
    public LoginFailedException(
            String attempted, String server, Challenge challenge, String why, @Nullable Throwable cause) {
        this(attempted, server, challenge, why, cause, false);
    }

    private LoginFailedException(
            String attempted,
            String server,
            Challenge challenge,
            String why,
            @Nullable Throwable cause,
            boolean begun) {
        super(attempted, server, challenge, why, cause, begun);
        this.why = why;
    }

    /** Returns which step failed, and what can be done. */
    public String why() {
        return why;
    }

    @Override
    LoginFailedException of(String attempted, boolean begun) {
        return new LoginFailedException(attempted, server(), challenge(), why, getCause(), begun);
    }
}
