package dev.fairlead.auth;

import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Prompt;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.wire.http.FetchException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;

/** Prepares the address to which a person is sent to log in. */
final class LoginRequest {
    private static final int RANDOM_BYTES = 32;
    private static final int MAX_ENDPOINT = 4096;

    private final Settings settings;
    private final Meeting meeting;

    LoginRequest(Settings settings, Meeting meeting) {
        this.settings = settings;
        this.meeting = meeting;
    }

    /**
     * Returns how to say that a person has to log in.
     *
     * @param scopes what to ask for
     */
    AuthorizationRequiredException prepare(Site site, Set<String> scopes, Wanted wanted) throws InterruptedException {
        var grantor = site.grantor();
        if (!grantor.bindsLogins()) {
            throw wanted.failed(
                    "authorization server '%s' does not offer PKCE with S256, without which a login is not safe"
                            .formatted(Excerpt.of(grantor.issuer())));
        }
        var endpoint = endpoint(site, wanted);
        var met = meeting.with(grantor, wanted);
        var verifier = new CodeVerifier();
        var state = new State(RANDOM_BYTES);
        var asked = withRenewal(site, scopes);
        var request = new AuthorizationRequest.Builder(
                        ResponseType.CODE, new ClientID(met.client().id()))
                .endpointURI(endpoint)
                .redirectionURI(URI.create(met.redirectUri()))
                .state(state)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .resource(URI.create(site.resource()));
        if (!asked.isEmpty()) {
            request.scope(new Scope(asked.toArray(String[]::new)));
        }
        if (asked.contains(Scopes.OFFLINE)) {
            request.prompt(Prompt.Type.CONSENT); // Without it, OpenID Connect lets servers pass over that scope.
        }
        var pending = new PendingAuthorization(
                wanted.server(),
                settings.owner(),
                grantor.issuer(),
                grantor.namesItself(),
                grantor.former(),
                met.client().id(),
                met.redirectUri(),
                site.resource(),
                List.copyOf(asked),
                state.getValue(),
                verifier.getValue(),
                site.boundToKey(wanted.challenge(), settings.keyBinding()),
                settings.clock().instant());
        return new AuthorizationRequiredException(
                "getting authorization",
                wanted.name(),
                wanted.challenge(),
                request.build().toURI().toASCIIString(),
                pending);
    }

    private static Set<String> withRenewal(Site site, Set<String> scopes) {
        return site.grantor().offersScope(Scopes.OFFLINE) ? Scopes.union(scopes, List.of(Scopes.OFFLINE)) : scopes;
    }

    /** Returns where people log in, if that is an address to which they may be sent. */
    private URI endpoint(Site site, Wanted wanted) {
        var named = site.grantor().authorizationEndpoint();
        if (named == null) {
            throw wanted.failed("authorization server '%s' does not say where people log in"
                    .formatted(Excerpt.of(site.grantor().issuer())));
        }
        try {
            if (named.length() > MAX_ENDPOINT || !named.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new URISyntaxException("", "it holds what no address holds");
            }
            settings.named(wanted.server()).check(named);
            var endpoint = new URI(named);
            if (endpoint.getRawFragment() != null) {
                throw new URISyntaxException("", "it has a fragment");
            }
            return endpoint;
        } catch (FetchException | URISyntaxException unfit) {
            throw wanted.failed("authorization server '%s' wants people to log in at '%s', which is not opened: %s"
                    .formatted(
                            Excerpt.of(site.grantor().issuer()),
                            Excerpt.of(named),
                            unfit instanceof URISyntaxException syntax ? syntax.getReason() : unfit.getMessage()));
        }
    }
}
