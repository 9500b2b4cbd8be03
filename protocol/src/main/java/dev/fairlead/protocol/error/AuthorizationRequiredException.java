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
        this(attempted, server, challenge, url, pending, false);
    }

    private AuthorizationRequiredException(
            String attempted,
            String server,
            Challenge challenge,
            String url,
            PendingAuthorization pending,
            boolean begun) {
        super(attempted, server, challenge, words(challenge, pending), null, begun);
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
    AuthorizationRequiredException of(String attempted, boolean begun) {
        return new AuthorizationRequiredException(attempted, server(), challenge(), url, pending, begun);
    }

    private static String words(Challenge challenge, PendingAuthorization pending) {
        return "%s, and a person has to log in at %s, by the URL in this exception"
                .formatted(challenge.words(), Excerpt.of(pending.issuer()));
    }
}
