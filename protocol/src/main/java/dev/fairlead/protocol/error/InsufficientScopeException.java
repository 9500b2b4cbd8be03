package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.Set;

/** The authorization that was granted does not cover what was asked, and asking for more did not help. */
public final class InsufficientScopeException extends AuthorizationException {
    private static final long serialVersionUID = 1;
    private final Set<String> asked;

    /**
     * Says what is missing.
     *
     * @param asked every scope that was asked for
     */
    public InsufficientScopeException(String attempted, String server, Challenge challenge, Set<String> asked) {
        super(attempted, server, challenge, words(challenge, asked), null);
        this.asked = Set.copyOf(asked);
    }

    /** Returns every scope that was asked for. */
    public Set<String> asked() {
        return asked;
    }

    @Override
    public InsufficientScopeException attempting(String other) {
        return new InsufficientScopeException(other, server(), challenge(), asked);
    }

    private static String words(Challenge challenge, Set<String> asked) {
        return "%s, although the scope '%s' was asked for; ask whoever grants it"
                .formatted(challenge.words(), Excerpt.of(String.join(" ", asked)));
    }
}
