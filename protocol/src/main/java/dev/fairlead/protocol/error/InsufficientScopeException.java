package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.Set;

/** The authorization that was granted does not cover what was asked, and asking for more did not help. */
public final class InsufficientScopeException extends AuthorizationException {
    private static final long serialVersionUID = 1;
    private final Set<String> asked;
    private final String advice;

    /**
     * Says what is missing.
     *
     * @param asked every scope that was asked for
     */
    public InsufficientScopeException(String attempted, String server, Challenge challenge, Set<String> asked) {
        this(
                attempted,
                server,
                challenge,
                asked,
                "although the scope '%s' was asked for; ask whoever grants it".formatted(joined(asked)),
                false);
    }

    private InsufficientScopeException(
            String attempted, String server, Challenge challenge, Set<String> asked, String advice, boolean begun) {
        super(attempted, server, challenge, "%s, %s".formatted(challenge.words(), advice), null, begun);
        this.asked = Set.copyOf(asked);
        this.advice = advice;
    }

    /**
     * Says that more was not asked for, as nobody is there to agree and it is not configured.
     *
     * @param asked every scope that was asked for
     */
    public static InsufficientScopeException unattended(
            String attempted, String server, Challenge challenge, Set<String> asked) {
        return new InsufficientScopeException(
                attempted,
                server,
                challenge,
                asked,
                "and without a person no more is asked for than the configured scopes, here '%s'; configure what is missing"
                        .formatted(joined(asked)),
                false);
    }

    /** Returns every scope that was asked for. */
    public Set<String> asked() {
        return asked;
    }

    @Override
    InsufficientScopeException of(String attempted, boolean begun) {
        return new InsufficientScopeException(attempted, server(), challenge(), asked, advice, begun);
    }

    private static String joined(Set<String> scopes) {
        return Excerpt.of(String.join(" ", scopes));
    }
}
