package dev.fairlead.host.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration says about logging in to a server, as it was written.
 *
 * @param clientSecret may hold variables
 * @param scopes what to ask for beside what the server wants
 * @param redirectPort where the browser comes back to; null for any free port
 * @param issuer the authorization server that the client is registered at
 * @param redirectUri the whole address that the browser comes back to; null for the usual one
 */
public record OAuthConfig(
        @Nullable String clientId,
        @Nullable String clientSecret,
        List<String> scopes,
        @Nullable Integer redirectPort,
        @Nullable String issuer,
        @Nullable String redirectUri) {
    /** Copies the scopes. */
    public OAuthConfig {
        scopes = List.copyOf(scopes);
    }

    /** Says nothing about where the browser comes back to but the port. */
    public OAuthConfig(
            @Nullable String clientId,
            @Nullable String clientSecret,
            List<String> scopes,
            @Nullable Integer redirectPort,
            @Nullable String issuer) {
        this(clientId, clientSecret, scopes, redirectPort, issuer, null);
    }

    /** Names the client; what it proves itself with is secret. */
    @Override
    public String toString() {
        return "OAuthConfig[clientId=%s, scopes=%s, issuer=%s]".formatted(clientId, scopes, issuer);
    }
}
