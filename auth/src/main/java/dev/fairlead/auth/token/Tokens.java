package dev.fairlead.auth.token;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server granted.
 *
 * @param type {@code Bearer} or {@code DPoP}
 * @param refresh what another can be got with; null if nothing
 * @param lifetime null if it does not say
 * @param scopes what was granted; null if exactly what was asked for
 */
public record Tokens(
        String access,
        String type,
        @Nullable String refresh,
        @Nullable Duration lifetime,
        @Nullable List<String> scopes) {

    /** Says nothing of the tokens. */
    @Override
    public String toString() {
        return "Tokens[" + type + "]";
    }
}
