package dev.fairlead.auth.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/** The key to which a token is bound, so that the token alone is worth nothing (RFC 9449). */
public final class ProofKey {
    /** How it signs. */
    public static final String ALGORITHM = "ES256";

    private final ECKey key;
    private final DefaultDPoPProofFactory proofs;

    private ProofKey(ECKey key) throws JOSEException {
        this.key = key;
        this.proofs = new DefaultDPoPProofFactory(key, JWSAlgorithm.ES256);
    }

    /** Makes a new key. */
    public static ProofKey fresh() {
        try {
            return new ProofKey(new ECKeyGenerator(Curve.P_256).generate());
        } catch (JOSEException impossible) {
            throw new IllegalStateException("this Java runtime knows no P-256", impossible);
        }
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static ProofKey from(String json) {
        try {
            return new ProofKey(ECKey.parse(json));
        } catch (JOSEException | ParseException | IllegalStateException unreadable) {
            throw new IllegalArgumentException("not the key of a token"); // The cause may quote it.
        }
    }

    /** Writes the key, private part and all. */
    public String toJson() {
        return key.toJSONString();
    }

    /**
     * Returns the proof that one request is made by whoever holds the key; it serves once.
     *
     * @param token what the request shows; null if nothing yet
     * @param nonce what the other side wants repeated; null if nothing
     */
    public String proof(String method, String url, @Nullable String token, @Nullable String nonce) {
        try {
            var bound = token == null ? null : new DPoPAccessToken(token);
            var repeated = nonce == null ? null : new Nonce(nonce);
            var at = URI.create(url.replaceAll("[?#].*", ""));
            return (bound == null
                            ? proofs.createDPoPJWT(method, at, repeated)
                            : proofs.createDPoPJWT(method, at, bound, repeated))
                    .serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException("a proof could not be signed", impossible);
        }
    }

    /** Returns what a proof repeats; null if nothing. */
    public static @Nullable String nonceIn(String proof) {
        try {
            return SignedJWT.parse(proof).getJWTClaimsSet().getStringClaim("nonce");
        } catch (ParseException impossible) {
            throw new IllegalStateException("a proof of ours cannot be read", impossible);
        }
    }

    /** Says nothing of the key. */
    @Override
    public String toString() {
        return "ProofKey[...]";
    }
}
