package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.RecordedRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Checks the proofs of possession that come with requests (RFC 9449). */
final class DpopChecks {
    private static final long SKEW = Duration.ofMinutes(5).toSeconds();

    private final Lint lint;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private volatile boolean nonceWanted;
    private volatile String nonce = UUID.randomUUID().toString();

    DpopChecks(Lint lint) {
        this.lint = lint;
    }

    void demandNonce(boolean wanted) {
        nonceWanted = wanted;
    }

    void rotateNonce() {
        nonce = UUID.randomUUID().toString();
    }

    boolean nonceWanted() {
        return nonceWanted;
    }

    String nonce() {
        return nonce;
    }

    /** Returns the thumbprint of the key that signed the proof of a request to this address. */
    String check(RecordedRequest request, String url, @Nullable String token, InstantSource clock) throws OAuthRefusal {
        var proof = Jwt.read(request.header("DPoP").orElse(null));
        if (proof == null) {
            throw broken("dpop-unreadable");
        }
        var key = proof.header().path("jwk");
        require(proof.header().path("typ").asString("").equals("dpop+jwt"), "dpop-typ");
        require(key.isObject() && !key.has("d"), "dpop-key");
        require(proof.signedBy(key), "dpop-signature");
        require(proof.claim("htm").equals(request.method()), "dpop-htm");
        require(proof.claim("htu").equals(url), "dpop-htu");
        require(fresh(proof, clock.instant()), "dpop-iat");
        require(token == null ? !proof.claims().has("ath") : proof.claim("ath").equals(JwtKey.hash(token)), "dpop-ath");
        require(!proof.claim("jti").isEmpty() && seen.add(proof.claim("jti")), "dpop-jti");
        if (nonceWanted && !proof.claim("nonce").equals(nonce)) {
            throw OAuthRefusal.of("use_dpop_nonce", "this server wants its nonce in the proof");
        }
        return Jwt.thumbprint(key);
    }

    private static boolean fresh(Jwt proof, Instant now) {
        return Math.abs(proof.claims().path("iat").asLong(0) - now.getEpochSecond()) <= SKEW;
    }

    private void require(boolean kept, String rule) throws OAuthRefusal {
        if (!kept) {
            throw broken(rule);
        }
    }

    private OAuthRefusal broken(String rule) {
        lint.add(rule);
        return OAuthRefusal.of("invalid_dpop_proof", rule);
    }
}
