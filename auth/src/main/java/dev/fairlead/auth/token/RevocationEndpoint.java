package dev.fairlead.auth.token;

import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.GuardedFetch;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where an authorization server takes tokens back (RFC 7009). */
public final class RevocationEndpoint {
    private final GuardedFetch fetch;
    private final String url;
    private final String issuer;

    /**
     * Makes one.
     *
     * @param issuer whose it is
     */
    public RevocationEndpoint(GuardedFetch fetch, String url, String issuer) {
        this.fetch = fetch;
        this.url = url;
        this.issuer = issuer;
    }

    /** Gives tokens back. Returns whether all were taken. */
    public boolean giveBack(Client client, String access, @Nullable String refresh, Deadline patience)
            throws FetchException, InterruptedException {
        // The one that renews first: with it, most servers take back the other too.
        boolean taken = refresh == null || giveBack(client, new RefreshToken(refresh), patience);
        return giveBack(client, new BearerAccessToken(access), patience) && taken;
    }

    private boolean giveBack(Client client, Token token, Deadline patience)
            throws FetchException, InterruptedException {
        var proof = client.authentication(issuer);
        var request = (proof == null
                        ? new TokenRevocationRequest(URI.create(url), client.clientId(), token)
                        : new TokenRevocationRequest(URI.create(url), proof, token))
                .toHTTPRequest();
        var headers = Headers.NONE.with("Accept", "application/json");
        if (request.getAuthorization() != null) {
            headers = headers.with("Authorization", request.getAuthorization());
        }
        var answer = fetch.post(
                url,
                "application/x-www-form-urlencoded",
                request.getBody().getBytes(StandardCharsets.UTF_8),
                headers,
                patience);
        return answer.status() / 100 == 2;
    }
}
