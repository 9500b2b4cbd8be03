package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;

/**
 * Says who is asking, for every request to a server, and finds out what to do when a server turns one away. Called by any
 * number of threads at once.
 *
 * <p>What it throws reaches whoever waits for the request.
 */
public interface Authorizer {

    /**
     * Returns what to show with a request; {@link Credential#NONE} if there is nothing to show yet.
     *
     * @throws dev.fairlead.protocol.error.McpException if there was something to show and it cannot be had now
     */
    Credential credential(HttpTarget target, Deadline patience) throws InterruptedException;

    /**
     * Hears that a request was turned away, and looks for something better to show.
     *
     * @param shown what was shown with the request
     * @param answer the headers of the refusal
     * @return whether there is something better to show now; the refusal stands if not
     * @throws dev.fairlead.protocol.error.AuthorizationException if it is known why there is not
     */
    boolean turnedAway(HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience)
            throws InterruptedException;

    /**
     * Hears that a request was let in.
     *
     * @param answer the headers of the response
     */
    default void letIn(HttpTarget target, Credential shown, Headers answer) {}

    /**
     * Returns a mark of whoever asks, which changes as soon as that may be somebody else: what was kept for one must not
     * be shown to another. Called often, so it must return at once. One who always asks for the same need not override it.
     *
     * @param server the address of the server, as the user gave it
     */
    default String epoch(String server) {
        return "";
    }

    /** Returns one who shows the same token everywhere, and has nothing better. */
    static Authorizer bearer(String token) {
        return new FixedToken(token);
    }
}
