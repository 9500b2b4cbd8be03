package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A signed token, read but not yet believed. */
record Jwt(ObjectNode header, ObjectNode claims, String signed, String signature) {

    /** Reads a token; null if it is none. */
    static @Nullable Jwt read(@Nullable String text) {
        var parts = text == null ? new String[0] : text.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            if (Json.parse(decoded(parts[0])) instanceof ObjectNode header
                    && Json.parse(decoded(parts[1])) instanceof ObjectNode claims) {
                return new Jwt(header, claims, parts[0] + "." + parts[1], parts[2]);
            }
        } catch (JacksonException | IllegalArgumentException unreadable) {
            return null;
        }
        return null;
    }

    private static String decoded(String part) {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    }

    /** Returns a claim, empty if it is missing or no string. */
    String claim(String name) {
        return claims.path(name).asString("");
    }

    /** Tells whether the audience is this one, or has it among others. */
    boolean isFor(String audience) {
        var given = claims.path("aud");
        return given.isArray()
                ? given.valueStream().anyMatch(one -> one.asString("").equals(audience))
                : given.asString("").equals(audience);
    }

    /** Tells whether the key signed this, with an algorithm that belongs to it. */
    boolean signedBy(JsonNode jwk) {
        boolean curve = jwk.path("kty").asString("").equals("EC");
        if (!header.path("alg").asString("").equals(curve ? "ES256" : "RS256")) {
            return false;
        }
        try {
            var verifier = Signature.getInstance(curve ? "SHA256withECDSAinP1363Format" : "SHA256withRSA");
            verifier.initVerify(curve ? ec(jwk) : rsa(jwk));
            verifier.update(signed.getBytes(StandardCharsets.US_ASCII));
            return verifier.verify(Base64.getUrlDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            return false;
        }
    }

    private static PublicKey ec(JsonNode jwk) throws GeneralSecurityException {
        var curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec("secp256r1"));
        var point = new ECPoint(number(jwk, "x"), number(jwk, "y"));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
    }

    private static PublicKey rsa(JsonNode jwk) throws GeneralSecurityException {
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(number(jwk, "n"), number(jwk, "e")));
    }

    private static BigInteger number(JsonNode jwk, String member) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.path(member).asString("")));
    }

    /** Returns the thumbprint of a public key (RFC 7638): its required members alone, in order of their names. */
    static String thumbprint(JsonNode jwk) {
        var names = jwk.path("kty").asString("").equals("EC")
                ? new String[] {"crv", "kty", "x", "y"}
                : new String[] {"e", "kty", "n"};
        var exact = Json.object();
        for (var name : names) {
            exact.put(name, jwk.path(name).asString(""));
        }
        return JwtKey.hash(exact.toString());
    }
}
