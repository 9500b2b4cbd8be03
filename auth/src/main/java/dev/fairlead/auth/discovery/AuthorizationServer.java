package dev.fairlead.auth.discovery;

import dev.fairlead.wire.http.FetchException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One who grants authorization, as it describes itself (RFC 8414, OpenID Connect Discovery).
 *
 * @param issuer its name, exactly as it gives it
 * @param pkceMethods how a login can be bound to whoever began it; null if it does not say
 * @param clientAuthentication how clients can prove who they are; null if it does not say
 * @param grantTypes what a token can be got for; null if it does not say
 * @param scopes what can be asked for; null if it does not say
 * @param grantProfiles the special ways to a token that it knows; null if it does not say
 * @param proofAlgorithms how a key can be shown to be held; null if it does not bind tokens to keys
 * @param namesItself whether its answers name it (RFC 9207)
 * @param readsClientDocuments whether a client can be known by the address of a document about it
 * @param former whether it was found in the way of 2025-03-26: it is the server itself
 * @param assumed whether it says nothing of itself, so that its endpoints are the ones of that revision
 * @param lifetime how long this may be taken for true; null if it does not say
 */
public record AuthorizationServer(
        String issuer,
        @Nullable String authorizationEndpoint,
        @Nullable String tokenEndpoint,
        @Nullable String registrationEndpoint,
        @Nullable String revocationEndpoint,
        @Nullable List<String> pkceMethods,
        @Nullable List<String> clientAuthentication,
        @Nullable List<String> grantTypes,
        @Nullable List<String> scopes,
        @Nullable List<String> grantProfiles,
        @Nullable List<String> proofAlgorithms,
        boolean namesItself,
        boolean readsClientDocuments,
        boolean former,
        boolean assumed,
        @Nullable Duration lifetime) {

    static AuthorizationServer from(String issuer, Documents.Found found, boolean former) throws FetchException {
        var json = found.json();
        return new AuthorizationServer(
                issuer,
                Members.text(json, "authorization_endpoint"),
                Members.text(json, "token_endpoint"),
                Members.text(json, "registration_endpoint"),
                Members.text(json, "revocation_endpoint"),
                Members.texts(json, "code_challenge_methods_supported"),
                Members.texts(json, "token_endpoint_auth_methods_supported"),
                Members.texts(json, "grant_types_supported"),
                Members.texts(json, "scopes_supported"),
                Members.texts(json, "authorization_grant_profiles_supported"),
                Members.texts(json, "dpop_signing_alg_values_supported"),
                Members.flag(json, "authorization_response_iss_parameter_supported"),
                Members.flag(json, "client_id_metadata_document_supported"),
                former,
                false,
                found.lifetime());
    }

    /** Returns one of which only the address is known. */
    static AuthorizationServer assumedAt(String origin) {
        return new AuthorizationServer(
                origin,
                origin + "/authorize",
                origin + "/token",
                origin + "/register",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                false,
                false,
                true,
                true,
                null);
    }

    /** Tells whether a login there can be bound to whoever began it. */
    public boolean bindsLogins() {
        return assumed || (pkceMethods != null && pkceMethods.contains("S256"));
    }

    /** Tells whether people log in at another place than the one that it is at, or the one where it hands out tokens. */
    public boolean sendsPeopleElsewhere() {
        try {
            var place = ServerUrl.of(String.valueOf(authorizationEndpoint));
            return !place.sameOrigin(issuer) && !place.sameOrigin(String.valueOf(tokenEndpoint));
        } catch (IllegalArgumentException noUrl) {
            return true;
        }
    }

    /** Tells whether tokens for a grant may be had there, as far as it says. */
    public boolean mayGrant(String grantType) {
        return grantTypes == null || grantTypes.contains(grantType);
    }

    /** Tells whether a scope can be asked for there. */
    public boolean offersScope(String scope) {
        return scopes != null && scopes.contains(scope);
    }
}
