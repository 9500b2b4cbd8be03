package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.wire.http.HttpTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets of those who trust a server: the first authorization server that it names gets them, and no other. */
final class BoundSecretTest {
    private static final String SECRET = "open-sesame-open";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"F-21", "K-11"})
    void aSecretStaysWithWhoeverWasShownItFirst(boolean machine) {
        try (var stage = staged()) {
            try (var client = stage.connect(oauth(stage, machine))) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().movesTo(stage.scene.other());
                assertRefused(stage, () -> Stage.echo(client));
            }
            assertRefused(stage, () -> stage.connect(oauth(stage, machine))); // Another process knows it too.
            assertNeverTold(stage.scene.other());
        }
    }

    @Test
    @Verifies({"F-21", "K-11"})
    void whoeverLogsOutMayTrustAnother() throws Exception {
        try (var stage = staged()) {
            var oauth = oauth(stage, true);
            stage.connect(oauth).close();
            stage.mcp().movesTo(stage.scene.other());
            assertRefused(stage, () -> stage.connect(oauth));
            oauth.logout(stage.mcp().url());
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.scene.other().tokenRequests("client_credentials")).isEqualTo(1);
        }
    }

    @Test
    @Verifies({"F-21", "K-11"})
    void whoeverRefusedASecretHasSeenItAllTheSame() {
        try (var stage = staged()) {
            var wrong = stage.settings()
                    .grant(new Grant.OwnRight())
                    .client(RegisteredClient.of("app").withSecret("not-the-right-one"))
                    .build();
            assertThatThrownBy(() -> stage.connect(wrong)).isInstanceOf(LoginFailedException.class);
            stage.mcp().movesTo(stage.scene.other());
            assertRefused(stage, () -> stage.connect(wrong));
            assertNeverTold(stage.scene.other());
        }
    }

    @Test
    @Verifies("F-12")
    void ofSeveralTheOneThatHasSeenItIsChosen() {
        try (var one = known(AuthServer.start());
                var two = known(AuthServer.start());
                var front = ProtectedMcp.serving(FakeServer.named("two").build(), two)) {
            var oauth = OAuth.builder()
                    .redirectUri(Stage.REDIRECT)
                    .trustingServers()
                    .grant(new Grant.OwnRight())
                    .client(RegisteredClient.of("app").withSecret(SECRET))
                    .build();
            connect(front, oauth).close();
            try (var both = ProtectedMcp.before(front.front(), one, two)) {
                two.expireAll();
                connect(both, oauth).close();
            }
            assertThat(one.tokenRequests("client_credentials")).isZero();
            assertThat(two.tokenRequests("client_credentials")).isEqualTo(2);
        }
    }

    @Test
    @Verifies("F-12")
    void ofSeveralTheOneThatWeNameIsChosenWhoeverGrantedBefore() {
        try (var one = known(AuthServer.start());
                var two = known(AuthServer.start());
                var mcp = ProtectedMcp.serving(FakeServer.named("two").build(), one, two)) {
            var settings = OAuth.builder()
                    .store(new MemoryStore())
                    .redirectUri(Stage.REDIRECT)
                    .trustingServers()
                    .grant(new Grant.OwnRight())
                    .client(RegisteredClient.of("app").withSecret(SECRET));
            connect(mcp, settings.build()).close();
            one.expireAll();
            connect(mcp, settings.issuer(two.issuer()).build()).close();
            assertThat(one.tokenRequests("client_credentials")).isEqualTo(1);
            assertThat(two.tokenRequests("client_credentials")).isEqualTo(1);
        }
    }

    @Test
    @Verifies("F-21")
    void whoHasNothingWorthStealingGoesWhereTheServerGoes() {
        try (var stage = staged()) {
            stage.grantor().client("public", Stage.REDIRECT);
            stage.scene.other().client("public", Stage.REDIRECT);
            var oauth = stage.settings().client(RegisteredClient.of("public")).build();
            try (var client = stage.connect(oauth)) {
                stage.mcp().movesTo(stage.scene.other());
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    private static Stage staged() {
        var stage = Stage.of(Era.MODERN);
        known(stage.grantor());
        known(stage.scene.other());
        return stage;
    }

    private static AuthServer known(AuthServer grantor) {
        return grantor.confidentialClient("app", SECRET, "client_secret_basic", Stage.REDIRECT);
    }

    private static OAuth oauth(Stage stage, boolean machine) {
        return stage.settings()
                .grant(machine ? new Grant.OwnRight() : new Grant.Login())
                .client(RegisteredClient.of("app").withSecret(SECRET))
                .build();
    }

    private static McpClient connect(ProtectedMcp mcp, OAuth oauth) {
        return McpClient.connect(
                HttpTransport.to(mcp.url()).withAuthorizer(oauth),
                Stage.profile().build());
    }

    private static void assertRefused(Stage stage, Runnable attempt) {
        assertThatThrownBy(attempt::run)
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(
                        stage.scene.other().issuer(), stage.grantor().issuer(), "log out");
    }

    private static void assertNeverTold(AuthServer stranger) {
        assertThat(stranger.http().requests())
                .noneMatch(request -> request.method().equals("POST") || request.has("Authorization"));
    }
}
