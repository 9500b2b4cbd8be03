package dev.fairlead.testkit.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AuthServerTest {
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
    void anHonestClientGoesAllTheWayAndBreaksNoRule() throws Exception {
        var metadata = hand.get(server.issuer() + "/.well-known/oauth-authorization-server");
        assertThat(metadata.text("issuer")).isEqualTo(server.issuer());
        assertThat(metadata.text("token_endpoint")).isEqualTo(server.tokenEndpoint());
        assertThat(metadata.json().path("code_challenge_methods_supported").toString())
                .isEqualTo("[\"S256\"]");

        var registered = hand.register(hand.registration());
        assertThat(registered.status()).isEqualTo(201);
        assertThat(registered.json().has("client_secret")).isFalse();
        var client = registered.text("client_id");
        var question = hand.question(client);
        question.put("scope", "mcp:read mcp:write");
        var answer = hand.authorize(question);
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("location")).startsWith(ByHand.CALLBACK + "?");
        assertThat(answer.redirect().value("state")).isEqualTo(question.get("state"));
        assertThat(answer.redirect().value("iss")).isEqualTo(server.issuer());

        var tokens = hand.token(hand.exchange(client, answer.redirect().value("code")));
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(tokens.text("token_type")).isEqualTo("Bearer");
        assertThat(Form.words(tokens.text("scope"))).containsExactlyInAnyOrder("mcp:read", "mcp:write");
        var again = hand.token(hand.refresh(client, tokens.text("refresh_token")));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("refresh_token")).isNotEqualTo(tokens.text("refresh_token"));
        var revoked = hand.form(
                server.revocationEndpoint(),
                Map.of(),
                Map.of("client_id", client, "token", again.text("refresh_token")));
        assertThat(revoked.status()).isEqualTo(200);
        assertThat(hand.token(hand.refresh(client, again.text("refresh_token"))).text("error"))
                .isEqualTo("invalid_grant");

        assertThat(server.lint()).isEmpty();
        assertThat(server.events().stream().map(event -> event.kind().name()))
                .containsExactly("METADATA", "REGISTER", "AUTHORIZE", "TOKEN", "TOKEN", "REVOKE", "TOKEN");
        assertThat(server.tokenRequests("refresh_token")).isEqualTo(2);
        assertThat(server.count(AuthEvent.Kind.TOKEN)).isEqualTo(3);
        assertThat(server.tokens()).contains(tokens.text("access_token"), again.text("refresh_token"));
    }

    @Test
    void metadataAreWhereTheyAreSaidToBeAndNowhereElse() throws Exception {
        try (var tenant = AuthServer.start("/tenant").answersAt(WellKnown.OPENID_APPENDED);
                var there = new ByHand(tenant, RESOURCE)) {
            var origin = tenant.http().origin();
            assertThat(there.get(origin + "/.well-known/oauth-authorization-server/tenant")
                            .status())
                    .isEqualTo(404);
            assertThat(there.get(origin + "/.well-known/openid-configuration/tenant")
                            .status())
                    .isEqualTo(404);
            var found = there.get(origin + "/tenant/.well-known/openid-configuration");
            assertThat(found.text("issuer")).isEqualTo(origin + "/tenant");
            assertThat(found.text("authorization_endpoint")).isEqualTo(origin + "/tenant/authorize");
            assertThat(tenant.lint()).isEmpty();
            assertThat(there.get(origin + "/.well-known/oauth-authorization-server")
                            .status())
                    .isEqualTo(404);
            assertThat(tenant.lint()).containsExactly("metadata-place-unknown");
            tenant.answersAt(WellKnown.OAUTH);
            assertThat(there.get(origin + "/.well-known/oauth-authorization-server/tenant", "Bearer x")
                            .status())
                    .isEqualTo(200);
            assertThat(tenant.lint()).endsWith("credentials-in-metadata-request");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "code_challenge,, no-pkce",
        "code_challenge_method, plain, pkce-not-s256",
        "code_challenge, short, challenge-malformed",
        "state,, state-missing",
        "state, abc, state-short",
        "resource,, resource-missing",
        "resource, http://127.0.0.1:9/other, resource-unknown",
        "response_type, token, response-type",
        "client_id,, client-id-missing",
        "client_id, stranger, client-unknown",
        "client_id, client-1-abc, client-id-of-other-as",
        "client_id, https://app.example/client.json, client-documents-unsupported",
        "redirect_uri, http://127.0.0.1:7777/elsewhere, redirect-uri-unregistered",
        "client_secret, hush, secret-in-url",
        "scope, offline_access, offline-access"
    })
    void whatIsWrongInAnAuthorizationRequestIsRemembered(String name, String value, String rule) throws Exception {
        var question = hand.question("cli");
        question.put(name, value == null ? "" : value);
        hand.authorize(question);
        assertThat(server.lint()).contains(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "code_verifier,, verifier-missing",
        "code_verifier, wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww, verifier-mismatch",
        "code_verifier, short, verifier-malformed",
        "resource,, resource-missing",
        "resource, http://127.0.0.1:9/second, resource-changed",
        "redirect_uri, http://127.0.0.1:7778/callback, redirect-uri-mismatch",
        "code, code-1-abc, code-of-other-as",
        "client_id, second, code-of-other-client",
        "client_secret, secret-1-abc, secret-of-other-as"
    })
    void whatIsWrongInATokenRequestIsRememberedAndRefused(String name, String value, String rule) throws Exception {
        server.client("second", ByHand.CALLBACK).resource("http://127.0.0.1:9/second");
        var fields = hand.exchange("cli", hand.code("cli"));
        fields.put(name, value == null ? "" : value);
        var answer = hand.token(fields);
        assertThat(answer.status()).isBetween(400, 401);
        assertThat(server.lint()).contains(rule);
    }

    @Test
    void statesAndChallengesAreFreshEveryTime() throws Exception {
        var question = hand.question("cli");
        hand.authorize(question);
        hand.authorize(question);
        assertThat(server.lint()).containsExactly("state-reused", "challenge-reused");
    }

    @Test
    void aCodeWorksOnceAndItsReplayRevokesWhatCameOfIt() throws Exception {
        var fields = hand.exchange("cli", hand.code("cli"));
        var tokens = hand.token(fields);
        assertThat(hand.token(fields).text("error")).isEqualTo("invalid_grant");
        assertThat(hand.token(hand.refresh("cli", tokens.text("refresh_token"))).status())
                .isEqualTo(400);
        assertThat(server.lint()).containsExactly("code-replayed");
    }

    @Test
    void aSpentRefreshTokenRevokesItsFamilyAndIsCounted() throws Exception {
        var first = hand.login("cli").text("refresh_token");
        var second = hand.token(hand.refresh("cli", first)).text("refresh_token");
        assertThat(hand.token(hand.refresh("cli", first)).text("error")).isEqualTo("invalid_grant");
        assertThat(hand.token(hand.refresh("cli", second)).text("error")).isEqualTo("invalid_grant");
        assertThat(server.refreshReuses()).isEqualTo(1);
        assertThat(server.lint()).containsExactly("refresh-reuse");
    }

    @Test
    void aRefreshTokenLivesOnWhereNothingRotatesAndIsNotGivenWhereThereAreNone() throws Exception {
        server.rotating(false);
        var token = hand.login("cli").text("refresh_token");
        assertThat(hand.token(hand.refresh("cli", token)).json().has("refresh_token"))
                .isFalse();
        assertThat(hand.token(hand.refresh("cli", token)).status()).isEqualTo(200);
        server.refreshTokens(false);
        var other = hand.question("cli");
        other.put("code_challenge", JwtKey.hash("w".repeat(43)));
        var fields = hand.exchange("cli", hand.authorize(other).redirect().value("code"));
        fields.put("code_verifier", "w".repeat(43));
        assertThat(hand.token(fields).json().has("refresh_token")).isFalse();
        assertThat(server.lint()).isEmpty();
    }

    @Test
    void codesExpireAndScopesAreGrantedSparingly() throws Exception {
        var now = new AtomicReference<>(Instant.now());
        server.clock(now::get).codeLifetime(Duration.ofSeconds(30)).grantsOnly("mcp:read");
        var question = hand.question("cli");
        question.put("scope", "mcp:read mcp:write");
        var tokens = hand.token(
                hand.exchange("cli", hand.authorize(question).redirect().value("code")));
        assertThat(tokens.text("scope")).isEqualTo("mcp:read");
        var wider = hand.refresh("cli", tokens.text("refresh_token"));
        wider.put("scope", "mcp:write");
        assertThat(hand.token(wider).text("error")).isEqualTo("invalid_scope");
        var late = hand.exchange("cli", hand.code("cli"));
        now.set(now.get().plusSeconds(31));
        assertThat(hand.token(late).text("error")).isEqualTo("invalid_grant");
        assertThat(server.lint()).containsExactly("scope-widened", "challenge-reused");
    }

    @Test
    void registrationFollowsTheClientUnlessToldOtherwise() throws Exception {
        var confidential = hand.registration().put("token_endpoint_auth_method", "client_secret_post");
        var registered = hand.register(confidential);
        var fields = hand.exchange(registered.text("client_id"), hand.code(registered.text("client_id")));
        fields.put("client_secret", registered.text("client_secret"));
        assertThat(hand.token(fields).status()).isEqualTo(200);
        assertThat(hand.register(hand.registration()).json().has("client_secret"))
                .isFalse();
        server.secrets(true);
        assertThat(hand.register(hand.registration()).text("client_secret")).startsWith("secret-");
        server.secrets(false);
        assertThat(hand.register(confidential).json().has("client_secret")).isFalse();
        assertThat(server.lint()).isEmpty();

        server.registration(false);
        assertThat(hand.register(hand.registration()).status()).isEqualTo(403);
        assertThat(hand.get(server.issuer() + "/.well-known/openid-configuration")
                        .json()
                        .has("registration_endpoint"))
                .isFalse();
        server.registration(true);
        var untyped = hand.registration();
        untyped.remove("application_type");
        hand.register(untyped);
        hand.register(hand.registration().put("application_type", "web"));
        hand.register(Json.object());
        assertThat(server.lint())
                .containsExactly("application-type-missing", "application-type-wrong", "redirect-uris-missing");
    }

    @Test
    void aClientDocumentStandsForAClient() throws Exception {
        var url = "https://app.example/client.json";
        server.clientDocument(url, hand.registration().put("client_id", url));
        assertThat(hand.get(server.issuer() + "/.well-known/openid-configuration")
                        .json()
                        .path("client_id_metadata_document_supported")
                        .asBoolean())
                .isTrue();
        assertThat(hand.login(url).status()).isEqualTo(200);
        assertThat(server.lint()).isEmpty();
        server.clientDocument(url, hand.registration().put("client_id", url + "x"));
        assertThat(hand.authorize(hand.question(url)).status()).isEqualTo(400);
        assertThat(server.lint()).contains("client-document-id");
    }

    @Test
    void theClientsOfARivalAreRecognised() throws Exception {
        try (var old = AuthServer.start().client("old-cli", ByHand.CALLBACK)) {
            server.rival(old);
            hand.authorize(hand.question("old-cli"));
            assertThat(server.lint()).containsExactly("client-id-of-other-as");
        }
    }

    @Test
    void deniesInOAuthsOwnWords() throws Exception {
        server.denies("access_denied", "not today");
        var answer = hand.authorize(hand.question("cli")).redirect();
        assertThat(answer.value("error")).isEqualTo("access_denied");
        assertThat(answer.value("error_description")).isEqualTo("not today");
        assertThat(answer.value("iss")).isEqualTo(server.issuer());
        assertThat(answer.has("code")).isFalse();
    }

    @Test
    void proofsOfPossessionBindTokensAndAreChecked() throws Exception {
        var key = JwtKey.generate();
        server.dpop(Dpop.REQUIRED).dpopNonce(true);
        var url = server.tokenEndpoint();
        var code = hand.exchange("cli", hand.code("cli"));
        var first = hand.token(Map.of("DPoP", key.proof("POST", url, null, null)), code);
        assertThat(first.text("error")).isEqualTo("use_dpop_nonce");
        var nonce = first.header("dpop-nonce");
        var tokens = hand.token(Map.of("DPoP", key.proof("POST", url, null, nonce)), code);
        assertThat(tokens.text("token_type")).isEqualTo("DPoP");
        assertThat(server.lint()).isEmpty();

        var refresh = hand.refresh("cli", tokens.text("refresh_token"));
        var wrong = List.of(
                key.proof("GET", url, null, nonce),
                key.proof("POST", url + "/", null, nonce),
                key.proof("POST", url, "token", nonce),
                JwtKey.generate().proof("POST", url, null, nonce),
                "rubbish");
        for (var proof : wrong) {
            assertThat(hand.token(Map.of("DPoP", proof), refresh).status()).isEqualTo(400);
        }
        assertThat(hand.token(refresh).status()).isEqualTo(400);
        var proof = key.proof("POST", url, null, nonce);
        assertThat(hand.token(Map.of("DPoP", proof), refresh).status()).isEqualTo(200);
        assertThat(hand.token(Map.of("DPoP", proof), refresh).status()).isEqualTo(400);
        assertThat(server.lint())
                .containsExactly(
                        "dpop-htm",
                        "dpop-htu",
                        "dpop-ath",
                        "refresh-with-other-key",
                        "dpop-unreadable",
                        "dpop-missing",
                        "dpop-jti");
        var stale = Json.object()
                .put("jti", UUID.randomUUID().toString())
                .put("htm", "POST")
                .put("htu", url)
                .put("iat", Instant.now().getEpochSecond() - 3600);
        var header = Json.object().put("typ", "dpop+jwt");
        header.set("jwk", key.publicJwk());
        hand.token(Map.of("DPoP", key.sign(header, stale)), refresh);
        header.set("jwk", JwtKey.generate().publicJwk());
        hand.token(Map.of("DPoP", key.sign(header, stale)), refresh);
        assertThat(server.lint()).endsWith("dpop-iat", "dpop-signature");
    }
}
