package dev.fairlead.auth.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.JwtKey;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How tokens are asked for, letter by letter. */
final class TokenWishTest {
    private static final String ENDPOINT = "https://as.example/token";
    private static final String ISSUER = "https://as.example";
    private static final String RESOURCE = "https://mcp.example.com/mcp";
    private static final Client PUBLIC = new Client("app", null, null, Client.NONE);

    @Test
    @Verifies({"F-24", "F-26"})
    void aFinishedLogin() {
        var verifier = "v".repeat(43);
        assertThat(form(TokenWish.login("c+d e/ü", "http://127.0.0.1:1/callback?a=b", verifier), PUBLIC))
                .isEqualTo(Map.of(
                        "grant_type", List.of("authorization_code"),
                        "code", List.of("c+d e/ü"),
                        "redirect_uri", List.of("http://127.0.0.1:1/callback?a=b"),
                        "code_verifier", List.of(verifier),
                        "client_id", List.of("app"),
                        "resource", List.of(RESOURCE)));
    }

    @Test
    @Verifies("F-26")
    void aRenewal() {
        assertThat(form(TokenWish.renewal("rt+1"), PUBLIC))
                .isEqualTo(Map.of(
                        "grant_type", List.of("refresh_token"),
                        "refresh_token", List.of("rt+1"),
                        "client_id", List.of("app"),
                        "resource", List.of(RESOURCE)));
    }

    @Test
    @Verifies("F-48")
    void theClientItself() {
        var client = new Client("app", "hush", null, Client.POST);
        assertThat(form(TokenWish.ownRight(), client))
                .isEqualTo(Map.of(
                        "grant_type", List.of("client_credentials"),
                        "client_id", List.of("app"),
                        "client_secret", List.of("hush"),
                        "resource", List.of(RESOURCE)));
    }

    @Test
    @Verifies("F-51")
    void thePlatform() {
        var word = JwtKey.generate().assertion("https://platform.example", "w", ENDPOINT);
        assertThat(form(TokenWish.word(word), null))
                .isEqualTo(Map.of(
                        "grant_type", List.of("urn:ietf:params:oauth:grant-type:jwt-bearer"),
                        "assertion", List.of(word),
                        "resource", List.of(RESOURCE)));
    }

    @Test
    @Verifies("F-49")
    void theIdentityProvider() {
        assertThat(form(TokenWish.identity("id.to.ken", "https://other.example"), PUBLIC))
                .isEqualTo(Map.of(
                        "grant_type", List.of("urn:ietf:params:oauth:grant-type:token-exchange"),
                        "subject_token", List.of("id.to.ken"),
                        "subject_token_type", List.of("urn:ietf:params:oauth:token-type:id_token"),
                        "requested_token_type", List.of("urn:ietf:params:oauth:token-type:id-jag"),
                        "audience", List.of("https://other.example"),
                        "client_id", List.of("app"),
                        "resource", List.of(RESOURCE)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://mcp.example.com",
                "https://mcp.example.com/",
                "https://MCP.example.com:443/Mcp/",
                "https://mcp.example.com/a%2Fb/c%20d",
                "https://mcp.example.com/a+b",
                "https://mcp.example.com/mcp?tenant=a%26b&x=1",
                "http://127.0.0.1:8080/mcp",
                "http://[::1]:8080/mcp"
            })
    @Verifies({"F-26", "F-27"})
    void theResourceArrivesAsItWasNamed(String resource) {
        var wish = new TokenWish(TokenWish.renewal("rt"), PUBLIC, resource, List.of(), null);
        var body = wish.request(ENDPOINT, ISSUER).getBody();
        assertThat(URLUtils.parseParameters(body).get("resource")).containsExactly(resource);
        assertThat(body).as("encoded once").doesNotContain("%2525");
    }

    @ParameterizedTest
    @CsvSource({"a b, a b", "'', ''", "b a, b a"})
    void scopesAreSeparatedByBlanksAndLeftOutIfThereAreNone(String scopes, String sent) {
        var list = scopes.isEmpty() ? List.<String>of() : List.of(scopes.split(" "));
        var wish = new TokenWish(TokenWish.ownRight(), new Client("a", "b", null, Client.BASIC), null, list, null);
        var form = URLUtils.parseParameters(wish.request(ENDPOINT, ISSUER).getBody());
        assertThat(String.join(" ", form.getOrDefault("scope", List.of()))).isEqualTo(sent);
        assertThat(form).doesNotContainKey("resource");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hush hush", "", "a.b", "a.b.c.d", "é.b.c"})
    void whatIsNoSignedWordIsNotShown(String word) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenWish.word(word))
                .withMessage("not a signed JWT")
                .withNoCause();
    }

    @Test
    void nothingSecretIsInTheText() {
        assertThat(new TokenWish(TokenWish.renewal("hush"), PUBLIC, RESOURCE, List.of(), ProofKey.fresh()).toString())
                .isEqualTo("TokenWish[refresh_token]");
        assertThat(new Client("app", "hush", null, Client.BASIC).toString())
                .isEqualTo("Client[app, client_secret_basic]");
    }

    // Who asks.

    @Test
    @Verifies("F-23")
    void aSecretInTheHeaderIsEncodedBothTimes() {
        var request = new TokenWish(
                        TokenWish.renewal("rt"),
                        new Client("a:p p", "s:e%c+ü", null, Client.BASIC),
                        RESOURCE,
                        List.of(),
                        null)
                .request(ENDPOINT, ISSUER);
        var header = String.valueOf(request.getAuthorization());
        assertThat(new String(Base64.getDecoder().decode(header.replace("Basic ", "")), StandardCharsets.UTF_8))
                .isEqualTo("a%3Ap+p:s%3Ae%25c%2B%C3%BC");
        assertThat(request.getBody()).doesNotContain("client_id", "client_secret");
    }

    @Test
    @Verifies("F-23")
    void aKeySignsForTheIssuer() throws Exception {
        var key = JwtKey.generate();
        var client = new Client(
                "app", null, SigningKey.of(pem(key.pair().getPrivate().getEncoded()), "ES256", "k1"), Client.KEY);
        var request = new TokenWish(TokenWish.ownRight(), client, RESOURCE, List.of(), null).request(ENDPOINT, ISSUER);
        var form = URLUtils.parseParameters(request.getBody());
        var signed = SignedJWT.parse(form.get("client_assertion").getFirst());
        assertThat(signed.getHeader().getKeyID()).isEqualTo("k1");
        assertThat(signed.getJWTClaimsSet().getAudience()).containsExactly(ISSUER);
        assertThat(signed.getJWTClaimsSet().getExpirationTime()).isNotNull();
        assertThat(form).doesNotContainKey("client_secret");
        assertThat(request.getAuthorization()).isNull();
    }

    @Test
    @Verifies("F-23")
    void whereNothingIsToBeProvedASecretStaysHome() {
        assertThat(new Client("app", "hush", null, Client.NONE).authentication(ISSUER))
                .isNull();
        assertThat(new Client("app", null, null, Client.BASIC).authentication(ISSUER))
                .isNull();
    }

    // Keys.

    @ParameterizedTest
    @ValueSource(strings = {"", "hush-hush", "-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----", "%%%"})
    void aKeyThatIsNoneIsNotShown(String pem) {
        for (var algorithm : List.of("ES256", "RS256")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SigningKey.of(pem, algorithm, null))
                    .withMessageContaining("in PEM (PKCS#8)")
                    .withMessageNotContaining("hush")
                    .withNoCause();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HS256", "none", "EdDSA", "", "nonsense"})
    void onlyKeysOfTwoPartsSign(String algorithm) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigningKey.of("hush", algorithm, null))
                .withMessageContainingAll(algorithm, "not supported")
                .withMessageNotContaining("hush");
    }

    @Test
    void aKeyOfAnotherKindIsRefusedBeforeItIsUsed() throws Exception {
        var rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        var ec = JwtKey.generate().pair().getPrivate();
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(pem(rsa.getEncoded()), "ES256", null));
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(pem(ec.getEncoded()), "RS256", null));
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(pem(ec.getEncoded()), "ES384", null));
        assertThat(SigningKey.of(pem(rsa.getEncoded()), "PS256", null).toString())
                .isEqualTo("SigningKey[PS256]");
        assertThat(SigningKey.of(pem(ec.getEncoded()).replace("\n", "\r\n"), "ES256", null)
                        .key())
                .isEqualTo(ec);
    }

    private static String pem(byte[] key) {
        return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                .formatted(Base64.getMimeEncoder().encodeToString(key));
    }

    private static Map<String, List<String>> form(AuthorizationGrant grant, @Nullable Client client) {
        var request = new TokenWish(grant, client, RESOURCE, List.of(), null).request(ENDPOINT, ISSUER);
        assertThat(String.valueOf(request.getURL())).isEqualTo(ENDPOINT);
        return URLUtils.parseParameters(request.getBody());
    }
}
