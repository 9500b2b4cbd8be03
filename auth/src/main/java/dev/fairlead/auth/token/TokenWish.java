package dev.fairlead.auth.token;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.JWTBearerGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
import java.net.URI;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A token that is wanted: what entitles to it, for whom, and for what.
 *
 * @param client who asks; null where what entitles says it all
 * @param resource what the token is for; null if that need not be said
 * @param scopes what it should cover; empty if nothing special
 * @param key to which it is to be bound; null if to none
 */
public record TokenWish(
        AuthorizationGrant grant,
        @Nullable Client client,
        @Nullable String resource,
        Collection<String> scopes,
        @Nullable ProofKey key) {
    private static final String WORD_FOR_ANOTHER = "urn:ietf:params:oauth:token-type:id-jag";

    /** Returns what a finished login entitles to. */
    public static AuthorizationGrant login(String code, String redirectUri, String verifier) {
        return new AuthorizationCodeGrant(
                new AuthorizationCode(code), URI.create(redirectUri), new CodeVerifier(verifier));
    }

    /** Returns what the token for renewal entitles to. */
    public static AuthorizationGrant renewal(String refreshToken) {
        return new RefreshTokenGrant(new RefreshToken(refreshToken));
    }

    /** Returns what being this client entitles to. */
    public static AuthorizationGrant ownRight() {
        return new ClientCredentialsGrant();
    }

    /**
     * Returns what another's word entitles to.
     *
     * @throws IllegalArgumentException if it is not signed in the usual form; never shows it
     */
    public static AuthorizationGrant word(String jwt) {
        try {
            return new JWTBearerGrant(SignedJWT.parse(jwt));
        } catch (ParseException | IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("not a signed JWT"); // The cause may quote it.
        }
    }

    /** Returns what a proof of identity entitles to at the identity provider: its word for another server. */
    public static AuthorizationGrant identity(String idToken, String audience) {
        try {
            return new TokenExchangeGrant(
                    new TypelessAccessToken(idToken),
                    TokenTypeURI.ID_TOKEN,
                    null,
                    null,
                    TokenTypeURI.parse(WORD_FOR_ANOTHER),
                    List.of(new Audience(audience)));
        } catch (com.nimbusds.oauth2.sdk.ParseException impossible) {
            throw new IllegalStateException("a constant that cannot be read", impossible);
        }
    }

    /** Tells whether after this refusal it is of no use to ask for the like once more as the same client. */
    public boolean needsAnotherClient(TokenRefused refused) {
        // Whom an authorization server registers, it registers for these two.
        boolean registeredFor = grant instanceof AuthorizationCodeGrant || grant instanceof RefreshTokenGrant;
        return refused.unknownClient() || (registeredFor && refused.unfitClient());
    }

    /** Returns the types of token that will do. */
    Set<String> expected() {
        if (grant instanceof TokenExchangeGrant) {
            return Set.of("N_A", "Bearer"); // It is a token for another place, and has no type here.
        }
        return key == null ? Set.of("Bearer") : Set.of("DPoP", "Bearer"); // Not every server binds.
    }

    HTTPRequest request(String url, String issuer) {
        var proof = client == null ? null : client.authentication(issuer);
        var address = URI.create(url);
        var request = proof != null
                ? new TokenRequest.Builder(address, proof, grant)
                : client != null
                        ? new TokenRequest.Builder(address, client.clientId(), grant)
                        : new TokenRequest.Builder(address, grant);
        if (resource != null) {
            request.resource(URI.create(resource));
        }
        if (!scopes.isEmpty()) {
            request.scope(new Scope(scopes.toArray(String[]::new)));
        }
        return request.build().toHTTPRequest();
    }

    /** Says nothing of what entitles to it. */
    @Override
    public String toString() {
        return "TokenWish[" + grant.getType() + "]";
    }
}
