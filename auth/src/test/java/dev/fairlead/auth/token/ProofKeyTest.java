package dev.fairlead.auth.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.SignedJWT;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.JwtKey;
import dev.fairlead.wire.Headers;
import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The key to which tokens are bound, its proofs, and what they repeat. */
@Verifies("F-50")
final class ProofKeyTest {

    @Test
    void aProofSaysWhatIsAskedOfWhomAndWhen() throws Exception {
        var proof = SignedJWT.parse(ProofKey.fresh().proof("POST", "https://mcp.example.com/mcp", null, null));
        assertThat(proof.getHeader().getType().getType()).isEqualTo("dpop+jwt");
        assertThat(proof.getHeader().getAlgorithm().getName()).isEqualTo(ProofKey.ALGORITHM);
        assertThat(proof.getHeader().getJWK().isPrivate()).isFalse();
        var claims = proof.getJWTClaimsSet();
        assertThat(claims.getStringClaim("htm")).isEqualTo("POST");
        assertThat(claims.getStringClaim("htu")).isEqualTo("https://mcp.example.com/mcp");
        assertThat(claims.getIssueTime().toInstant())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(5));
        assertThat(claims.getClaims()).doesNotContainKeys("ath", "nonce");
        assertThat(proof.verify(new ECDSAVerifier((ECKey) proof.getHeader().getJWK())))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/mcp?key=hush, https://a.example/mcp",
        "https://a.example/mcp#part, https://a.example/mcp",
        "https://a.example/mcp?a#b, https://a.example/mcp",
        "https://a.example/a%20b/, https://a.example/a%20b/",
        "http://127.0.0.1:8080/mcp, http://127.0.0.1:8080/mcp"
    })
    void theAddressIsNamedWithoutItsQuery(String url, String named) throws Exception {
        var proof = ProofKey.fresh().proof("GET", url, "token", null);
        assertThat(SignedJWT.parse(proof).getJWTClaimsSet().getStringClaim("htu"))
                .isEqualTo(named);
    }

    @Test
    void theTokenAndTheNonceAreRepeated() throws Exception {
        var claims = SignedJWT.parse(ProofKey.fresh().proof("DELETE", "https://a.example/", "at-1", "n-1"))
                .getJWTClaimsSet();
        assertThat(claims.getStringClaim("htm")).isEqualTo("DELETE");
        assertThat(claims.getStringClaim("ath")).isEqualTo(JwtKey.hash("at-1"));
        assertThat(claims.getStringClaim("nonce")).isEqualTo("n-1");
    }

    @Test
    void noProofIsLikeAnother() throws Exception {
        var key = ProofKey.fresh();
        var names = new HashSet<String>();
        for (int i = 0; i < 200; i++) {
            names.add(SignedJWT.parse(key.proof("POST", "https://a.example/", "t", null))
                    .getJWTClaimsSet()
                    .getJWTID());
        }
        assertThat(names).hasSize(200).allSatisfy(name -> assertThat(name).hasSizeGreaterThanOrEqualTo(16));
    }

    @Test
    void aKeyIsTheSameAfterItWasKept() throws Exception {
        var key = ProofKey.fresh();
        var again = ProofKey.from(key.toJson());
        assertThat(thumbprint(again)).isEqualTo(thumbprint(key)).isNotEqualTo(thumbprint(ProofKey.fresh()));
        assertThat(again.toJson()).isEqualTo(key.toJson());
        assertThat(key.toString()).isEqualTo("ProofKey[...]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hush",
                "{}",
                "{\"kty\":\"EC\",\"d\":\"hush\"}",
                "{\"kty\":\"oct\",\"k\":\"hush\"}",
                "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"hush\",\"y\":\"hush\",\"d\":\"hush\"}"
            })
    void whatIsNoKeyIsNotShown(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProofKey.from(json))
                .withMessage("not the key of a token")
                .withNoCause();
    }

    @Test
    void aKeyWithoutItsSecretPartProvesNothing() throws Exception {
        var open = ECKey.parse(ProofKey.fresh().toJson()).toPublicJWK().toJSONString();
        assertThatIllegalArgumentException().isThrownBy(() -> ProofKey.from(open));
    }

    // What is repeated.

    @Test
    void eachServerHasItsNonce() {
        var nonces = new Nonces();
        assertThat(nonces.of("https://a.example/mcp")).isNull();
        nonces.heard("https://a.example/mcp", nonce("1"));
        nonces.heard("https://A.example:443/other", nonce("1"));
        nonces.heard("https://a.example:8443/mcp", nonce("2"));
        assertThat(nonces.of("https://a.example/any?thing")).isEqualTo("1");
        assertThat(nonces.of("https://a.example:8443/")).isEqualTo("2");
        assertThat(nonces.of("https://b.example/")).isNull();
        nonces.heard("https://a.example/", nonce("3"));
        assertThat(nonces.of("https://a.example/")).isEqualTo("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void aNonceThatIsNoneIsNotRepeated(String value) {
        var nonces = new Nonces();
        nonces.heard("https://a.example/", Headers.NONE);
        nonces.heard("https://a.example/", nonce(value));
        nonces.heard("https://a.example/", nonce("x".repeat(1025)));
        assertThat(nonces.of("https://a.example/")).isNull();
        nonces.heard("https://a.example/", nonce("x".repeat(1024)));
    }

    @Test
    void nobodyFillsTheMemoryWithNonces() {
        var nonces = new Nonces();
        int known = 0;
        for (int i = 0; i < 5000; i++) {
            nonces.heard("https://h%d.example/".formatted(i), nonce("n"));
        }
        for (int i = 0; i < 5000; i++) {
            known += nonces.of("https://h%d.example/".formatted(i)) == null ? 0 : 1;
        }
        assertThat(known).isBetween(1, 1000);
        assertThat(nonces.of("https://h4999.example/")).isEqualTo("n");
    }

    private static Headers nonce(String value) {
        return Headers.NONE.with("DPoP-Nonce", value);
    }

    private static String thumbprint(ProofKey key) throws Exception {
        return SignedJWT.parse(key.proof("GET", "https://a.example/", null, null))
                .getHeader()
                .getJWK()
                .computeThumbprint()
                .toString();
    }
}
