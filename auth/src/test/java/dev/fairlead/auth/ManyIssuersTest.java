package dev.fairlead.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthEvent.Kind;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A server that names another authorization server each time: what is kept of them must not grow without end. */
final class ManyIssuersTest {
    private static final int MOST = 5;

    private final Stage stage = Stage.of(Era.MODERN);
    private final List<AuthServer> named = new ArrayList<>();
    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);

    @AfterEach
    void end() {
        named.forEach(AuthServer::close);
        stage.close();
    }

    @Test
    void weRegisterAtFewOfThemWhoeverAsksAndForgetWhereNobodyLoggedIn() {
        for (int count = 0; count < MOST; count++) {
            movesToAnother();
            demanded(machine());
        }
        var one = movesToAnother();
        for (int count = 0; count < 3; count++) {
            assertThatThrownBy(() -> stage.connect(machine(), Stage.profile()))
                    .isInstanceOf(LoginFailedException.class)
                    .hasMessageContainingAll(
                            stage.mcp().url().replace("http://", ""), one.issuer(), "5 others", "by hand");
        }
        assertThat(one.count(Kind.REGISTER)).isZero();
        assertThat(clients()).hasSize(2 * MOST);

        later.set(Duration.ofMinutes(61));
        demanded(machine());
        assertThat(clients()).hasSize(2).allMatch(key -> key.contains(one.issuer()));
    }

    @Test
    void whereWeAreRegisteredAlreadyNothingIsInTheWay() {
        var first = movesToAnother();
        demanded(machine());
        for (int count = 0; count < MOST; count++) {
            movesToAnother();
            if (count < MOST - 1) {
                demanded(machine());
            }
        }
        stage.mcp().movesTo(first);
        demanded(machine());
        assertThat(first.count(Kind.REGISTER)).isEqualTo(1);
    }

    @Test
    void whoLoggedInStaysWhoTheyAreAndCountsNoMore() throws Exception {
        for (int count = 0; count < MOST; count++) {
            movesToAnother();
            demanded(machine());
        }
        var oauth = machine();
        var required = demanded(oauth);
        oauth.finish(required.pending(), Stage.comeBack(required));
        movesToAnother();
        demanded(machine());

        later.set(Duration.ofHours(2));
        movesToAnother();
        demanded(machine());
        assertThat(clients())
                .as("where somebody logged in, and the present one")
                .hasSize(4)
                .anyMatch(key -> key.contains(required.pending().issuer()));
    }

    /** Who is registered is shared by all servers of an authorization server. */
    @Test
    void whoLoggedInForAnotherServerStaysWhoTheyAre() throws Exception {
        var shared = movesToAnother();
        demanded(machine());
        try (var honest = ProtectedMcp.serving(FakeServer.named("honest").build(), shared)) {
            var oauth = machine();
            var required = demanded(honest.url(), oauth);
            oauth.finish(required.pending(), Stage.comeBack(required));
            assertThat(shared.count(Kind.REGISTER)).isEqualTo(1);

            later.set(Duration.ofHours(2));
            movesToAnother();
            demanded(machine());

            shared.expireAll();
            McpClient.connect(
                            HttpTransport.to(honest.url()).withAuthorizer(oauth),
                            Stage.profile().build())
                    .close();
            assertThat(shared.tokenRequests("refresh_token")).isEqualTo(1);
        }
    }

    @Test
    void aLogoutForgetsThemAll() throws Exception {
        for (int count = 0; count < 3; count++) {
            movesToAnother();
            demanded(machine());
        }
        assertThat(machine().logout(stage.mcp().url())).isFalse();
        assertThat(stage.store.keys("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_id", "client_secret", "token_endpoint_auth_method"})
    void whatIsTooLongToBeKeptIsNotKept(String member) {
        stage.grantor().faults().on(request -> request.path().equals("/register"), (exchange, usual) -> {
            exchange.body(body -> {
                var json = (ObjectNode) Json.parse(new String(body, UTF_8));
                return Json.write(json.put(member, "x".repeat(4097))).getBytes(UTF_8);
            });
            usual.handle(exchange);
        });
        assertThatThrownBy(() -> stage.connect(machine(), Stage.profile()))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContainingAll(stage.grantor().issuer(), member, "4096")
                .hasMessageNotContaining("xxxx");
        assertThat(stage.store.keys("")).isEmpty();
    }

    private AuthServer movesToAnother() {
        var another = AuthServer.start();
        named.add(another);
        stage.mcp().movesTo(another);
        return another;
    }

    private OAuth machine() {
        return stage.settings().clock(() -> Instant.now().plus(later.get())).build();
    }

    private AuthorizationRequiredException demanded(OAuth oauth) {
        return demanded(stage.mcp().url(), oauth);
    }

    private static AuthorizationRequiredException demanded(String url, OAuth oauth) {
        try (var client = McpClient.connect(
                HttpTransport.to(url).withAuthorizer(oauth), Stage.profile().build())) {
            throw new AssertionError("let in: " + client.server());
        } catch (AuthorizationRequiredException required) {
            return required;
        }
    }

    private List<String> clients() {
        return List.copyOf(stage.store.keys("token/client"));
    }
}
