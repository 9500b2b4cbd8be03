package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.WellKnown;
import dev.fairlead.testkit.http.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of 2025-03-26, which grant authorization for themselves and do not say so. */
final class FormerServersTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"F-10", "F-13", "F-14"})
    void somebodyLogsInAtTheServerItself(boolean described) {
        try (var stage = Stage.of(Era.LEGACY);
                var own = former(described)) {
            stage.mcp().hosts(own);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertThat(own.tokenRequests("refresh_token")).isEqualTo(1);
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(own.lint()).isEmpty();
            assertThat(stage.mcp().lint()).isEmpty();
            assertThat(stage.grantor().events()).isEmpty();
            var kinds = own.events().stream().map(event -> event.kind()).toList();
            assertThat(kinds.indexOf(Kind.METADATA))
                    .as("endpoints are assumed only after that")
                    .isZero();
            assertThat(own.events().stream()
                            .filter(event -> event.kind() == Kind.METADATA)
                            .map(event -> event.request()))
                    .allSatisfy(request ->
                            assertThat(request.header("MCP-Protocol-Version")).contains("2025-03-26"))
                    .extracting(RecordedRequest::path)
                    .containsOnly("/.well-known/oauth-authorization-server");
        }
    }

    @Test
    @Verifies("F-13")
    void whoeverWantsNoneOfThemGetsNone() {
        try (var stage = Stage.of(Era.LEGACY);
                var own = former(false)) {
            stage.mcp().hosts(own);
            var oauth = stage.settings().withoutFormerServers().build();
            assertThatThrownBy(() -> stage.connect(oauth))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll("does not say who grants it", "pass a token");
            assertThat(own.events()).isEmpty();
            assertThat(stage.logins).hasValue(0);
        }
    }

    @Test
    @Verifies("F-10")
    void whatIsHeldIsGivenBackWhereThatIsPossible() throws Exception {
        try (var stage = Stage.of(Era.LEGACY);
                var own = former(true)) {
            stage.mcp().hosts(own);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(oauth.logout(stage.mcp().url())).isTrue();
            assertThat(own.count(Kind.REVOKE)).isEqualTo(2);
            assertThat(oauth.account(stage.mcp().url())).isEmpty();
        }
    }

    @Test
    @Verifies("F-13")
    void whatIsHeldOfAnUndescribedOneIsForgotten() throws Exception {
        try (var stage = Stage.of(Era.LEGACY);
                var own = former(false)) {
            stage.mcp().hosts(own);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(oauth.logout(stage.mcp().url())).isFalse();
            assertThat(oauth.account(stage.mcp().url())).isEmpty();
        }
    }

    private static AuthServer former(boolean described) {
        var server = AuthServer.start();
        return described ? server : server.answersAt();
    }

    @Test
    @Verifies("F-9")
    void theOtherNamesOfADescriptionAreNotThoseOfAFormerServer() {
        try (var stage = Stage.of(Era.LEGACY);
                var own = AuthServer.start().answersAt(WellKnown.OPENID_INSERTED)) {
            stage.mcp().hosts(own);
            try (var client = stage.connect(stage.settings().build())) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(own.events().stream().filter(event -> event.kind() == Kind.METADATA))
                    .extracting(event -> event.request().path())
                    .containsOnly("/.well-known/oauth-authorization-server");
        }
    }
}
