package dev.fairlead.auth.token;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A private key with which a client proves who it is.
 *
 * @param keyId its name at the authorization server; null if it has none
 */
public record SigningKey(
        PrivateKey key, JWSAlgorithm algorithm, @Nullable String keyId) {

    /**
     * Reads a key in PEM (PKCS#8).
     *
     * @param algorithm how to sign with it, {@code ES256} or {@code RS256} for instance
     * @throws IllegalArgumentException if it is no such key; never shows it
     */
    public static SigningKey of(String pem, String algorithm, @Nullable String keyId) {
        var signing = JWSAlgorithm.parse(algorithm);
        var family = JWSAlgorithm.Family.EC.contains(signing)
                ? "EC"
                : JWSAlgorithm.Family.RSA.contains(signing) ? "RSA" : "";
        if (family.isEmpty()) {
            throw new IllegalArgumentException("keys for '%s' are not supported; ES256 is".formatted(algorithm));
        }
        try {
            var bytes = Base64.getMimeDecoder()
                    .decode(pem.replaceAll("-----[A-Z ]+-----", "").strip());
            var key = KeyFactory.getInstance(family).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            if (key instanceof ECPrivateKey curved
                    && !Curve.forJWSAlgorithm(signing).contains(Curve.forECParameterSpec(curved.getParams()))) {
                throw new InvalidKeySpecException("a key of another curve");
            }
            return new SigningKey(key, signing, keyId);
        } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("not a private %s key in PEM (PKCS#8): %s"
                    .formatted(family, unreadable.getClass().getSimpleName()));
        }
    }

    /** Says nothing of the key. */
    @Override
    public String toString() {
        return "SigningKey[" + algorithm + "]";
    }
}
