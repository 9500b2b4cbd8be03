package dev.fairlead.auth.discovery;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.FetchException;
import org.jspecify.annotations.Nullable;

/**
 * Authorization that somebody needs.
 *
 * @param server the address of the server, as the user gave it
 * @param name how texts name the server
 * @param challenge what the server demands
 * @param patience how long may be looked for it
 */
public record Wanted(String server, String name, Challenge challenge, Deadline patience) {
    private static final String ATTEMPTED = "getting authorization";

    /** Returns how to say that it cannot be had. */
    public LoginFailedException failed(String why) {
        return new LoginFailedException(ATTEMPTED, name, challenge, why, null);
    }

    /** Returns how to say that it cannot be had because of something else. */
    public LoginFailedException failed(String why, Exception cause) {
        return new LoginFailedException(ATTEMPTED, name, challenge, why, cause);
    }

    /**
     * Returns how to say that it cannot be had because something could not be fetched.
     *
     * @param what was to be fetched
     */
    public McpException failed(String what, FetchException why) {
        var words = "%s: %s".formatted(what, why.getMessage());
        return switch (why.kind()) {
            case UNREACHABLE, TOO_SLOW -> unavailable(words, why);
            case REFUSED, TOO_LARGE, BAD_ANSWER -> new LoginFailedException(ATTEMPTED, name, challenge, words, why);
        };
    }

    /** Returns how to say that it cannot be had at present. */
    public UnavailableException unavailable(String why, @Nullable Throwable cause) {
        return new UnavailableException(ATTEMPTED, name, why, cause);
    }
}
