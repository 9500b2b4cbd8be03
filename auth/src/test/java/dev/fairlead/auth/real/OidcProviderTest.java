package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The server itself, by hand: what it does is what the other tests rely on. */
@Real
final class OidcProviderTest {
    private static final String REDIRECT = "http://127.0.0.1/callback";
    private static OidcProvider server;

    @BeforeAll
    static void start() {
        server = OidcProvider.with()
                .client(machine("machine", "client_secret_basic").put("client_secret", "machine-secret"))
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void describesItselfAndTheProtectedServer() {
        var about = metadata();
        var resource = ByHand.get(server.resourceMetadata()).json();

        assertThat(about.path("issuer").stringValue()).isEqualTo(server.issuer());
        assertThat(about.path("authorization_response_iss_parameter_supported").booleanValue())
                .isTrue();
        assertThat(about.path("client_id_metadata_document_supported").booleanValue())
                .isTrue();
        assertThat(about.path("code_challenge_methods_supported").toString()).isEqualTo("[\"S256\"]");
        assertThat(about.path("dpop_signing_alg_values_supported").toString()).contains("ES256");
        assertThat(resource.path("resource").stringValue()).isEqualTo(server.mcp());
        assertThat(resource.path("authorization_servers").toString()).isEqualTo("[\"" + server.issuer() + "\"]");
    }

    @Test
    void turnsAwayWhoHasNoTokenAndSaysWhereToAsk() {
        var answer = ByHand.callTool(server.mcp(), "whoami");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate"))
                .isEqualTo("Bearer scope=\"mcp:read\", resource_metadata=\"" + server.resourceMetadata() + "\"");
    }

    @Test
    void letsInAPersonWhoLoggedInAndAsksForMoreScopeWhereItIsNeeded() throws IOException {
        var login = registered();
        var tokens = login(login, "mcp:read").json();

        assertThat(tokens.path("scope").stringValue()).isEqualTo("mcp:read");
        assertThat(tokens.has("refresh_token")).isFalse();
        assertThat(called("whoami", tokens).body()).contains("alice");
        var refused = called("note", tokens);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("WWW-Authenticate"))
                .startsWith("Bearer error=\"insufficient_scope\", scope=\"mcp:read mcp:write\"");
        assertThat(called("note", login(login, "mcp:read mcp:write").json()).body())
                .contains("noted: hi");
    }

    @Test
    void givesARefreshTokenOnceAndTakesEverythingBackWhenAnOldOneIsShown() throws IOException {
        var login = registered();
        var first = login(login, "mcp:read offline_access").json();

        var second = login.refresh(first.path("refresh_token").stringValue()).json();
        assertThat(called("whoami", second).status()).isEqualTo(200);

        var replayed = login.refresh(first.path("refresh_token").stringValue());
        assertThat(replayed.status()).isEqualTo(400);
        assertThat(replayed.json().path("error").stringValue()).isEqualTo("invalid_grant");
        assertThat(called("whoami", second).status()).isEqualTo(401);
    }

    @Test
    void takesBackWhatIsRevoked() throws IOException {
        var login = registered();
        var tokens = login(login, "mcp:read offline_access").json();

        assertThat(login.revoke(tokens.path("refresh_token").stringValue()).status())
                .isEqualTo(200);

        assertThat(login.refresh(tokens.path("refresh_token").stringValue()).status())
                .isEqualTo(400);
        assertThat(called("whoami", tokens).status()).isEqualTo(401);
    }

    @Test
    void takesBackEverythingAtOnce() throws IOException {
        var login = registered();
        var tokens = login(login, "mcp:read offline_access").json();

        server.revokeAll();

        assertThat(login.refresh(tokens.path("refresh_token").stringValue()).status())
                .isEqualTo(400);
        assertThat(called("whoami", tokens).status()).isEqualTo(401);
    }

    @Test
    void wantsAProofOfWhoBegan() throws IOException {
        var login = registered();
        var code = ByHand.parameters(login.callback(OidcProvider.person("alice"), "mcp:read"))
                .get("code");

        var answer = ByHand.post(
                login.endpoint("token_endpoint"),
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        code,
                        "redirect_uri",
                        REDIRECT,
                        "client_id",
                        login.clientId(),
                        "code_verifier",
                        "w".repeat(64)));

        assertThat(answer.json().path("error").stringValue()).isEqualTo("invalid_grant");
    }

    @Test
    void givesAMachineATokenForTheProtectedServerAlone() {
        var form = Map.of("grant_type", "client_credentials", "scope", "mcp:read", "resource", server.mcp());
        var secret = ByHand.basic("machine", "machine-secret");
        var endpoint = metadata().path("token_endpoint").stringValue();

        var tokens = ByHand.post(endpoint, form, "Authorization", secret).json();
        assertThat(called("whoami", tokens).body()).contains("machine");

        var elsewhere = ByHand.post(
                endpoint,
                Map.of("grant_type", "client_credentials", "resource", "https://other.example/mcp"),
                "Authorization",
                secret);
        assertThat(elsewhere.json().path("error").stringValue()).isEqualTo("invalid_target");
        var forNobody = ByHand.post(
                        endpoint,
                        Map.of("grant_type", "client_credentials", "scope", "mcp:read"),
                        "Authorization",
                        secret)
                .json();
        assertThat(called("whoami", forNobody).status()).isEqualTo(401);
    }

    @Test
    void tokensThatCanBeReadAreAcceptedToo() {
        try (var other = OidcProvider.with()
                .jwtTokens()
                .client(machine("machine", "client_secret_post").put("client_secret", "machine-secret"))
                .start()) {
            var tokens = ByHand.post(
                            other.issuer() + "/token",
                            Map.of(
                                    "grant_type", "client_credentials",
                                    "client_id", "machine",
                                    "client_secret", "machine-secret",
                                    "scope", "mcp:read",
                                    "resource", other.mcp()))
                    .json();

            assertThat(tokens.path("access_token").stringValue()).matches("[^.]+\\.[^.]+\\.[^.]+");
            assertThat(ByHand.callTool(other.mcp(), "whoami", tokens).body()).contains("machine");
        }
    }

    private static ObjectNode machine(String id, String method) {
        var client = Json.object().put("client_id", id).put("token_endpoint_auth_method", method);
        client.putArray("grant_types").add("client_credentials");
        client.putArray("redirect_uris");
        client.putArray("response_types");
        return client;
    }

    private static JsonNode metadata() {
        return ByHand.get(server.issuer() + "/.well-known/oauth-authorization-server")
                .json();
    }

    private static Login registered() {
        var about = metadata();
        var client = ByHand.postJson(about.path("registration_endpoint").stringValue(), Login.nativeClient(REDIRECT));
        assertThat(client.status()).as(client.body()).isEqualTo(201);
        return new Login(about, client.json().path("client_id").stringValue(), REDIRECT, server.mcp());
    }

    private static ByHand.Answer login(Login login, String scope) throws IOException {
        var callback = ByHand.parameters(login.callback(OidcProvider.person("alice"), scope));
        assertThat(callback).containsEntry("iss", server.issuer()).containsEntry("state", "s-1");
        var answer = login.redeem(callback.get("code"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static ByHand.Answer called(String tool, JsonNode tokens) {
        return ByHand.callTool(server.mcp(), tool, tokens);
    }
}
