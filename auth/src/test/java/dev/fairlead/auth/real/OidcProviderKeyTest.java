package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.auth.KeyBinding;
import dev.fairlead.auth.OAuth;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tokens that are bound to a key. */
@Real
final class OidcProviderKeyTest {
    @RegisterExtension
    final Reach reach = new Reach();

    @Test
    void aServerThatWantsBoundTokensGetsThem() throws IOException, InterruptedException {
        try (var server = OidcProvider.with().dpop().start()) {
            var oauth = oauth();

            var client = reach.connect(server.mcp(), oauth, OidcProvider.person("alice"));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(oauth.account(server.mcp()).orElseThrow().boundToKey()).isTrue();
        }
    }

    @Test
    void noncesOfBothServersAreUsed() throws IOException, InterruptedException {
        try (var server = OidcProvider.with().dpopNonce().start()) {
            var client = reach.connect(server.mcp(), oauth(), OidcProvider.person("alice"));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(server.seen().path("errors").toString()).contains("use_dpop_nonce");
            assertThat(server.seenByResource()
                            .path("refused")
                            .path("use_dpop_nonce")
                            .asInt(0))
                    .isEqualTo(1);
        }
    }

    @Test
    void aBoundTokenIsRenewedWithTheSameKey() throws IOException, InterruptedException {
        try (var server = OidcProvider.with().dpopNonce().accessTokenSeconds(3).start()) {
            var oauth = oauth();
            var client = reach.connect(server.mcp(), oauth, OidcProvider.person("alice"));
            var over = oauth.account(server.mcp()).orElseThrow().expires();

            await().atMost(Duration.ofSeconds(20)).until(() -> Instant.now().isAfter(over));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(server.granted("refresh_token")).isPositive();
            assertThat(server.granted("authorization_code")).isEqualTo(1);
        }
    }

    @Test
    void tokensAreBoundWhereThatIsPossibleIfSoWished() throws IOException, InterruptedException {
        try (var server = OidcProvider.start()) {
            var oauth = OAuth.builder()
                    .redirectUri(Reach.REDIRECT)
                    .keyBinding(KeyBinding.WHEREVER_POSSIBLE)
                    .build();

            var client = reach.connect(server.mcp(), oauth, OidcProvider.person("alice"));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(oauth.account(server.mcp()).orElseThrow().boundToKey()).isTrue();
        }
    }

    @Test
    void aServerThatWantsBoundTokensTurnsOthersAway() throws IOException, InterruptedException {
        try (var server = OidcProvider.with().dpop().start()) {
            var oauth = OAuth.builder()
                    .redirectUri(Reach.REDIRECT)
                    .keyBinding(KeyBinding.NEVER)
                    .build();

            assertThatThrownBy(() -> reach.connect(server.mcp(), oauth, OidcProvider.person("alice")))
                    .isInstanceOf(TokenRejectedException.class);
        }
    }

    private static OAuth oauth() {
        return OAuth.builder().redirectUri(Reach.REDIRECT).build();
    }
}
