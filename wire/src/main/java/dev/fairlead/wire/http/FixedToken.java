package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.util.Set;

/** Shows the one token that it was given. */
final class FixedToken implements Authorizer {
    private final Credential credential;

    FixedToken(String token) {
        this.credential = new Credential(Headers.NONE.with("Authorization", "Bearer " + token), "fixed");
    }

    @Override
    public Credential credential(HttpTarget target, Deadline patience) {
        return credential;
    }

    @Override
    public boolean turnedAway(
            HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience) {
        if (challenge.status() == 401) {
            throw new TokenRejectedException(
                    "a request", target.name(), challenge, "the token that was given is not accepted", null);
        }
        if (challenge.error().filter("insufficient_scope"::equals).isPresent()) {
            throw new InsufficientScopeException("a request", target.name(), challenge, Set.of());
        }
        return false;
    }
}
