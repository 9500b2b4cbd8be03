package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A P-256 key pair that signs tokens. */
public final class JwtKey {
    private static final int COORDINATE = 32;

    private final KeyPair pair;

    private JwtKey(KeyPair pair) {
        this.pair = pair;
    }

    /** Makes a new pair. */
    public static JwtKey generate() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new JwtKey(generator.generateKeyPair());
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Returns the pair itself. */
    public KeyPair pair() {
        return pair;
    }

    /** Returns the public half as a JSON web key. */
    public ObjectNode publicJwk() {
        var point = ((ECPublicKey) pair.getPublic()).getW();
        return Json.object()
                .put("kty", "EC")
                .put("crv", "P-256")
                .put("x", coordinate(point.getAffineX()))
                .put("y", coordinate(point.getAffineY()));
    }

    /** Returns the thumbprint of the public half (RFC 7638). */
    public String thumbprint() {
        return Jwt.thumbprint(publicJwk());
    }

    /** Signs claims with ES256; the algorithm is added to the header. */
    public String sign(ObjectNode header, ObjectNode claims) {
        var head = header.deepCopy().put("alg", "ES256");
        var text = encode(bytes(head.toString())) + "." + encode(bytes(claims.toString()));
        try {
            var signer = Signature.getInstance("SHA256withECDSAinP1363Format");
            signer.initSign(pair.getPrivate());
            signer.update(bytes(text));
            return text + "." + encode(signer.sign());
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Signs the assertion by which a client, or a workload, says who it is (RFC 7523). */
    public String assertion(String issuer, String subject, String audience) {
        long now = Instant.now().getEpochSecond();
        var claims = Json.object()
                .put("iss", issuer)
                .put("sub", subject)
                .put("aud", audience)
                .put("iat", now)
                .put("exp", now + 300)
                .put("jti", UUID.randomUUID().toString());
        return sign(Json.object().put("typ", "JWT"), claims);
    }

    /** Signs a DPoP proof for a request, with the hash of the token and the nonce if there are any. */
    public String proof(String method, String url, @Nullable String token, @Nullable String nonce) {
        var claims = Json.object()
                .put("jti", UUID.randomUUID().toString())
                .put("htm", method)
                .put("htu", url)
                .put("iat", Instant.now().getEpochSecond());
        if (token != null) {
            claims.put("ath", hash(token));
        }
        if (nonce != null) {
            claims.put("nonce", nonce);
        }
        return sign(Json.object().put("typ", "dpop+jwt").set("jwk", publicJwk()), claims);
    }

    /** Returns the SHA-256 of a text, in base64url. */
    public static String hash(String text) {
        try {
            return encode(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String coordinate(BigInteger number) {
        var given = number.toByteArray();
        var exact = new byte[COORDINATE];
        int length = Math.min(given.length, COORDINATE);
        System.arraycopy(given, given.length - length, exact, COORDINATE - length, length);
        return encode(Arrays.copyOf(exact, COORDINATE));
    }
}
