package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When somebody has to log in at a server that is connected already, and what they are sent there for. */
@Timeout(120)
class HostLoginTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private static FakeServer server(Era era) {
        return FakeServer.named("docs")
                .era(era)
                .tool(tool("t"), call -> CallToolResult.ofText("done"))
                .build();
    }

    private static HostBuilder host(AuthScene scene) throws IOException {
        int port = freePort();
        return Host.builder()
                .url("docs", scene.mcp().url())
                .logins(oauth -> oauth.redirectPort(port))
                .patience(LIMIT);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void logIn(Host host) throws InterruptedException {
        awaitState(host, "needs-login");
        host.login("docs", HostLoginTest::walk);
        awaitState(host, "ready");
    }

    private static boolean walk(String url) {
        Thread.ofVirtual().start(() -> {
            try {
                new HttpUserAgent().visit(url);
            } catch (IOException lost) {
                throw new UncheckedIOException(lost);
            }
        });
        return true;
    }

    private static void awaitState(Host host, String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("docs").orElseThrow().state().equals(state));
    }

    /** Has the server turn away whoever asks for its tools from now on, and nobody else. */
    private static void hideTools(AuthScene scene) {
        var challenge = Map.of(
                "WWW-Authenticate",
                "Bearer error=\"invalid_token\", resource_metadata=\"%s\""
                        .formatted(scene.mcp().metadataUrl()));
        scene.mcp()
                .front()
                .faults()
                .on(
                        request -> request.json().path("method").asString("").equals("tools/list"),
                        (exchange, usual) -> exchange.answer(401, challenge, ""));
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aWallThatIsMetWhenToolsAreListedAgainIsOneToLogInAt(Era era) throws Exception {
        var server = server(era);
        try (var scene = AuthScene.with(server);
                var host = host(scene).open()) {
            logIn(host);
            hideTools(scene);
            server.add(tool("new"), call -> CallToolResult.ofText("new"));
            awaitState(host, "needs-login");
            assertThat(host.loginNeeded("docs")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aWallThatACallMeetsWhenToolsAreListedAgainIsOneToLogInAt(Era era) throws Exception {
        try (var scene = AuthScene.with(server(era));
                var host = host(scene).recheck(Duration.ZERO).open()) {
            logIn(host);
            hideTools(scene);
            var result = host.call("docs__t", null);
            assertThat(result.success()).isFalse();
            assertThat(result.unknown()).isFalse();
            awaitState(host, "needs-login");
            assertThat(host.loginNeeded("docs")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void whoWasRefusedForAScopeLogsInForThatScope(Era era) throws Exception {
        try (var scene = demandingMoreForCalls(era);
                var host = host(scene).open()) {
            logIn(host);
            assertThat(host.call("docs__t", null).failure()).isInstanceOf(AuthorizationRequiredException.class);

            assertThat(scopesNeeded(host)).contains("mcp:read", "mcp:write");
            host.login("docs", HostLoginTest::walk);

            assertThat(host.call("docs__t", null).text()).isEqualTo("done");
            assertThat(host.loginNeeded("docs")).isEmpty();
            assertThat(scene.authServer().lint()).isEmpty();
            assertThat(scene.mcp().lint()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void theMissingScopeIsAskedForAlsoWhereTheTokenIsWorthNothingByThen(Era era) throws Exception {
        try (var scene = demandingMoreForCalls(era);
                var host = host(scene).open()) {
            logIn(host);
            assertThat(host.call("docs__t", null).failure()).isInstanceOf(AuthorizationRequiredException.class);
            scene.authServer().revokeAll();
            assertThat(host.call("docs__t", null).success()).isFalse();
            awaitState(host, "needs-login");

            assertThat(scopesNeeded(host)).contains("mcp:read", "mcp:write");
            host.login("docs", HostLoginTest::walk);

            assertThat(host.call("docs__t", null).text()).isEqualTo("done");
        }
    }

    @ParameterizedTest
    @EnumSource(Era.class)
    void aTokenThatCouldNotBeStoredServesAlsoWhileTheStoreIsAway(Era era) throws Exception {
        var tokens = new LeavingStore();
        try (var scene = AuthScene.with(server(era));
                var host = host(scene).tokens(tokens).open()) {
            logIn(host);
            assertThat(host.call("docs__t", null).text()).isEqualTo("done");
            tokens.leaveAtTheNextWrite();
            scene.mcp().expireAll();
            for (int call = 1; call <= 2; call++) {
                var result = host.call("docs__t", null);
                assertThat(result.text())
                        .as("call %s: %s", call, result.error())
                        .isEqualTo("done");
            }
            assertThat(tokens.isAway()).isTrue();
            assertThat(host.server("docs").orElseThrow().ready()).isTrue();
        }
    }

    private static AuthScene demandingMoreForCalls(Era era) {
        var scene = AuthScene.with(server(era));
        scene.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
        return scene;
    }

    private static List<String> scopesNeeded(Host host) {
        return host.loginNeeded("docs").orElseThrow().pending().scopes();
    }
}
