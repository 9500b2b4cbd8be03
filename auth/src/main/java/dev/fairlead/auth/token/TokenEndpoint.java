package dev.fairlead.auth.token;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException;
import dev.fairlead.wire.http.GuardedFetch;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where an authorization server hands out tokens. */
public final class TokenEndpoint {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final GuardedFetch fetch;
    private final Nonces nonces;
    private final String url;
    private final String issuer;

    /**
     * Makes one.
     *
     * @param issuer whose it is
     */
    public TokenEndpoint(GuardedFetch fetch, Nonces nonces, String url, String issuer) {
        this.fetch = fetch;
        this.nonces = nonces;
        this.url = url;
        this.issuer = issuer;
    }

    /** Asks for a token. */
    public Tokens get(TokenWish wish, Deadline patience) throws TokenRefused, FetchException, InterruptedException {
        var before = nonces.of(url);
        try {
            return post(wish, before, patience);
        } catch (TokenRefused refused) {
            var wished = nonces.of(url);
            boolean otherNonce = wished != null && !wished.equals(before);
            if (wish.key() == null || !otherNonce || !refused.code().equals("use_dpop_nonce")) {
                throw refused;
            }
            return post(wish, wished, patience);
        }
    }

    private Tokens post(TokenWish wish, @Nullable String nonce, Deadline patience)
            throws TokenRefused, FetchException, InterruptedException {
        var request = wish.request(url, issuer);
        var headers = Headers.NONE.with("Accept", "application/json");
        if (request.getAuthorization() != null) {
            headers = headers.with("Authorization", request.getAuthorization());
        }
        var key = wish.key();
        if (key != null) {
            headers = headers.with("DPoP", key.proof("POST", url, null, nonce));
        }
        var answer = fetch.post(url, FORM, request.getBody().getBytes(StandardCharsets.UTF_8), headers, patience);
        nonces.heard(url, answer.headers());
        return new TokenAnswer(new Hidden(request.getBody(), headers)).read(answer, wish.expected());
    }
}
