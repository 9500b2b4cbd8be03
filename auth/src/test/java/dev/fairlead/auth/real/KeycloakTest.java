package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The server itself, by hand: what it does is what the other tests rely on. */
@RealKeycloak
final class KeycloakTest {
    private static final String REDIRECT = "http://127.0.0.1/callback";
    private static Keycloak server;

    @BeforeAll
    static void take(Keycloak running) {
        server = running;
    }

    @Test
    void describesItself() {
        var about = server.metadata();

        assertThat(about.path("issuer").stringValue()).isEqualTo(server.issuer());
        assertThat(about.path("authorization_response_iss_parameter_supported").booleanValue())
                .isTrue();
        assertThat(about.path("scopes_supported").toString()).contains("offline_access", "mcp:read", "mcp:write");
    }

    @Test
    void letsInAPersonWhoLoggedInAndAsksForMoreScopeWhereItIsNeeded() throws IOException {
        var login = registered();
        var tokens = login(login, "mcp:read").json();

        assertThat(called("whoami", tokens).body()).contains(Keycloak.USER);
        assertThat(called("note", tokens).status()).isEqualTo(403);
        assertThat(called("note", login(login, "mcp:read mcp:write").json()).body())
                .contains("noted: hi");
    }

    @Test
    void givesARefreshTokenOnce() throws IOException {
        var login = registered();
        var first = login(login, "mcp:read").json();

        var second = login.refresh(first.path("refresh_token").stringValue()).json();
        assertThat(called("whoami", second).status()).isEqualTo(200);

        var replayed = login.refresh(first.path("refresh_token").stringValue());
        assertThat(replayed.json().path("error").stringValue()).isEqualTo("invalid_grant");
    }

    @Test
    void takesBackWhatIsRevoked() throws IOException {
        var login = registered();
        var tokens = login(login, "mcp:read").json();

        assertThat(login.revoke(tokens.path("refresh_token").stringValue()).status())
                .isEqualTo(200);

        assertThat(login.refresh(tokens.path("refresh_token").stringValue()).status())
                .isEqualTo(400);
        assertThat(called("whoami", tokens).status()).isEqualTo(401);
    }

    @Test
    void takesBackEverythingAtOnce() throws IOException {
        var login = registered();
        var tokens = login(login, "mcp:read").json();

        server.revokeAll();

        assertThat(login.refresh(tokens.path("refresh_token").stringValue()).status())
                .isEqualTo(400);
    }

    @Test
    void givesAMachineAToken() {
        var tokens = ByHand.post(
                server.metadata().path("token_endpoint").stringValue(),
                Map.of("grant_type", "client_credentials", "scope", "mcp:read"),
                "Authorization",
                ByHand.basic("machine", "machine-secret"));

        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        assertThat(called("whoami", tokens.json()).body()).contains("machine");
    }

    private static Login registered() {
        var about = server.metadata();
        var client = ByHand.postJson(about.path("registration_endpoint").stringValue(), Login.nativeClient(REDIRECT));
        assertThat(client.status()).as(client.body()).isEqualTo(201);
        return new Login(about, client.json().path("client_id").stringValue(), REDIRECT, server.mcp());
    }

    private static ByHand.Answer login(Login login, String scope) throws IOException {
        var callback = ByHand.parameters(login.callback(Keycloak.person(), scope));
        assertThat(callback).containsEntry("iss", server.issuer()).containsEntry("state", "s-1");
        var answer = login.redeem(callback.get("code"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static ByHand.Answer called(String tool, JsonNode tokens) {
        return ByHand.callTool(server.mcp(), tool, tokens);
    }
}
