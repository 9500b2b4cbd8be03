package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;

/**
 * A person has to log in, or to agree to more than before. The URL leads to where that is done; what is pending is
 * needed to finish it when the person comes back, on this machine or another.
 */
public final class AuthorizationRequiredException extends AuthorizationException {
    private static final long serialVersionUID = 1;
    private final String url;
    private final PendingAuthorization pending;

    /**
     * Says that a person is needed.
     *
     * @param url where to send the person
     */
    public AuthorizationRequiredException(
            String attempted, String server, Challenge challenge, String url, PendingAuthorization pending) {
        super(attempted, server, challenge, words(challenge, pending), null);
        this.url = url;
        this.pending = pending;
    }

    /** Returns where to send the person; it is meant for that person alone. */
    public String url() {
        return url;
    }

    /** Returns what is needed to finish when the person comes back; to be kept where only this application reads. */
    public PendingAuthorization pending() {
        return pending;
    }

    @Override
    public AuthorizationRequiredException attempting(String other) {
        return new AuthorizationRequiredException(other, server(), challenge(), url, pending);
    }

    private static String words(Challenge challenge, PendingAuthorization pending) {
        return "%s, and a person has to log in at %s, by the URL in this exception"
                .formatted(challenge.words(), Excerpt.of(pending.issuer()));
    }
}
