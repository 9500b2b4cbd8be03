package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.auth.Grant;
import dev.fairlead.auth.KeyBinding;
import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealKeycloak
final class KeycloakLoginTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static Keycloak server;

    @RegisterExtension
    final Reach reach = new Reach();

    @BeforeAll
    static void take(Keycloak running) {
        server = running;
    }

    @Test
    void somebodyLogsInAndCallsATool() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();

        var client = reach.connect(server.mcp(), oauth, Keycloak.person());

        assertThat(client.callTool("whoami", null).text()).isEqualTo(Keycloak.USER);
        assertThat(oauth.account(server.mcp()).orElseThrow().issuer()).isEqualTo(server.issuer());
    }

    @Test
    void whatNeedsMoreIsAgreedToOnceMore() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();
        var client = reach.connect(server.mcp(), oauth, Keycloak.person());

        Reach.login(Reach.demanded(() -> client.callTool("note", Map.of("words", "hi"))), oauth, Keycloak.person());

        assertThat(client.callTool("note", Map.of("words", "hi")).text()).isEqualTo("noted: hi");
    }

    @Test
    void anExpiredTokenIsRenewedBehindACall() throws IOException, InterruptedException {
        var oauth = OAuth.builder()
                .redirectUri(Reach.REDIRECT)
                .clock(InstantSource.fixed(Instant.now()))
                .build();
        var client = reach.connect(server.mcp(), oauth, Keycloak.person());

        for (int i = 0; i < 2; i++) {
            var over = Instant.now().plus(Keycloak.TOKEN_LIFE).plusSeconds(1);
            await().atMost(PATIENCE).until(() -> Instant.now().isAfter(over));
            assertThat(client.callTool("whoami", null).text()).isEqualTo(Keycloak.USER);
        }
    }

    @Test
    void whatWasTakenBackHasToBeAskedForAgain() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();
        var client = reach.connect(server.mcp(), oauth, Keycloak.person());

        server.revokeAll();
        Reach.login(Reach.demanded(() -> client.callTool("whoami", null)), oauth, Keycloak.person());

        assertThat(client.callTool("whoami", null).text()).isEqualTo(Keycloak.USER);
    }

    @Test
    void whoLogsOutGivesEverythingBack() throws IOException, InterruptedException {
        var oauth = OAuth.builder().redirectUri(Reach.REDIRECT).build();
        var client = reach.connect(server.mcp(), oauth, Keycloak.person());

        assertThat(oauth.logout(server.mcp())).isTrue();

        assertThat(Reach.demanded(() -> client.callTool("whoami", null)).url()).startsWith(server.issuer());
    }

    @Test
    void tokensAreBoundToAKey() throws IOException, InterruptedException {
        var oauth = OAuth.builder()
                .redirectUri(Reach.REDIRECT)
                .keyBinding(KeyBinding.WHEREVER_POSSIBLE)
                .build();

        var client = reach.connect(server.mcp(), oauth, Keycloak.person());

        assertThat(client.callTool("whoami", null).text()).isEqualTo(Keycloak.USER);
        assertThat(oauth.account(server.mcp()).orElseThrow().boundToKey()).isTrue();
    }

    @Test
    void aMachineIsLetInByItsSecret() {
        var oauth = OAuth.builder()
                .grant(new Grant.OwnRight())
                .client(RegisteredClient.of("machine").withSecret("machine-secret"))
                .trustingServers()
                .build();

        assertThat(reach.connect(server.mcp(), oauth).callTool("whoami", null).text())
                .contains("machine");
    }
}
