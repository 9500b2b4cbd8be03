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
        super(attempted, server, challenge, why, cause);
        this.why = why;
    }

    /** Returns which step failed, and what can be done. */
    public String why() {
        return why;
    }

    @Override
    public LoginFailedException attempting(String other) {
        return new LoginFailedException(other, server(), challenge(), why, getCause());
    }
}
