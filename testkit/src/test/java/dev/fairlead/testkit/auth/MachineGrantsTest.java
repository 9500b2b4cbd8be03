package dev.fairlead.testkit.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MachineGrantsTest {
    private static final String RESOURCE = "http://127.0.0.1:9/mcp";

    private final AuthServer server = AuthServer.start().resource(RESOURCE).client("cli", ByHand.CALLBACK);
    private final ByHand hand = new ByHand(server, RESOURCE);

    @AfterEach
    void end() {
        hand.close();
        server.close();
        assertThat(server.http().failures()).isEmpty();
    }

    @Test
    void machinesGetTokensWithEveryWayToAuthenticate() throws Exception {
        var key = JwtKey.generate();
        server.confidentialClient("basic id", "s:e%c", "client_secret_basic")
                .confidentialClient("post", "hush", "client_secret_post")
                .signingClient("signs", key.publicJwk());
        var asked = Map.of("grant_type", "client_credentials", "resource", RESOURCE, "scope", "a");
        assertThat(hand.token(ByHand.basic("basic id", "s:e%c"), asked).status())
                .isEqualTo(200);
        assertThat(hand.token(with(asked, "client_id", "post", "client_secret", "hush"))
                        .status())
                .isEqualTo(200);
        var assertion = with(
                asked,
                "client_assertion_type",
                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion",
                key.assertion("signs", "signs", server.issuer()));
        assertThat(hand.token(assertion).status()).isEqualTo(200);
        assertThat(server.lint()).isEmpty();

        assertThat(hand.token(assertion).status()).isEqualTo(401);
        assertThat(hand.token(ByHand.basic("basic id", "wrong"), asked).status())
                .isEqualTo(401);
        assertThat(hand.token(ByHand.basic("post", "hush"), asked).text("error"))
                .isEqualTo("invalid_client");
        assertThat(hand.token(with(asked, "client_id", "cli")).text("error")).isEqualTo("unauthorized_client");
        var forged =
                with(assertion, "client_assertion", JwtKey.generate().assertion("signs", "signs", server.issuer()));
        assertThat(hand.token(forged).status()).isEqualTo(401);
        var astray = with(assertion, "client_assertion", key.assertion("signs", "signs", "https://other.example"));
        assertThat(hand.token(astray).status()).isEqualTo(401);
        assertThat(server.lint())
                .containsExactly(
                        "client-assertion-replayed",
                        "client-secret-wrong",
                        "client-authentication-method",
                        "client-credentials-of-public-client",
                        "client-assertion-signature",
                        "client-assertion-audience");
    }

    private static Map<String, String> with(Map<String, String> fields, String... more) {
        var all = new LinkedHashMap<>(fields);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void aWorkloadGetsATokenForItsAssertionOnce() throws Exception {
        var platform = JwtKey.generate();
        server.trusts("https://platform.example", platform.publicJwk());
        var fields = Map.of(
                "grant_type",
                Grants.JWT_BEARER,
                "assertion",
                platform.assertion("https://platform.example", "workload-7", server.tokenEndpoint()),
                "resource",
                RESOURCE);
        assertThat(hand.token(fields).status()).isEqualTo(200);
        assertThat(server.lint()).isEmpty();
        assertThat(hand.token(fields).text("error")).isEqualTo("invalid_grant");
        assertThat(server.lint()).containsExactly("assertion-replayed");
        var stranger = with(
                fields,
                "assertion",
                JwtKey.generate().assertion("https://platform.example", "workload-7", server.tokenEndpoint()));
        assertThat(hand.token(stranger).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void anEnterpriseExchangesIdentityForAnAssertionForATokenWithoutAnyPage() throws Exception {
        try (var idp = AuthServer.start()
                        .confidentialClient("desk", "idp-secret", "client_secret_post")
                        .callsElsewhere("desk", "cli");
                var atIdp = new ByHand(idp, RESOURCE)) {
            server.trusts(idp);
            var exchanged = atIdp.token(Map.of(
                    "grant_type", Grants.EXCHANGE,
                    "requested_token_type", "urn:ietf:params:oauth:token-type:id-jag",
                    "audience", server.issuer(),
                    "resource", RESOURCE,
                    "scope", "mcp:read",
                    "subject_token", idp.idToken("bob", "desk"),
                    "subject_token_type", "urn:ietf:params:oauth:token-type:id_token",
                    "client_id", "desk",
                    "client_secret", "idp-secret"));
            assertThat(exchanged.text("issued_token_type")).isEqualTo("urn:ietf:params:oauth:token-type:id-jag");
            var fields = Map.of(
                    "grant_type", Grants.JWT_BEARER, "assertion", exchanged.text("access_token"), "client_id", "cli");
            var tokens = hand.token(fields);
            assertThat(tokens.status()).isEqualTo(200);
            assertThat(tokens.text("scope")).isEqualTo("mcp:read");
            assertThat(idp.lint()).isEmpty();
            assertThat(server.lint()).isEmpty();
            assertThat(hand.token(with(fields, "assertion", "nonsense")).text("error"))
                    .isEqualTo("invalid_grant");
        }
    }
}
