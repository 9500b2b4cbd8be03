package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.event.HostEvent;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A login that somebody wants to finish, and that fails: nothing but what waited for it changes by that. */
@Timeout(120)
class HostLoginFailedTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String REDIRECT = "https://app.example.com/callback";
    private static final String OF_ANOTHER = REDIRECT + "?code=x&state=of-another";

    private final AuthScene scene = AuthScene.with(FakeServer.named("docs")
            .era(Era.MODERN)
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
            .build());
    private final Host host = Host.builder()
            .url("docs", scene.mcp().url())
            .logins(oauth -> oauth.redirectUri(REDIRECT))
            .patience(LIMIT)
            .open();

    @AfterEach
    void end() {
        host.close();
        scene.close();
    }

    @Test
    void aServerThatSomebodyStoppedStaysStopped() throws Exception {
        awaitState("needs-login");
        var pending = needed().pending();
        host.stop("docs");
        awaitState("stopped");

        assertFails(pending, OF_ANOTHER);

        assertThat(host.remove("docs")).isTrue(); // Which returns when it has done all that it was to do.
        assertThat(states()).containsExactly("connecting", "needs-login", "stopped");
    }

    @Test
    void aServerThatWaitedForItFindsOutWhatIsToBeDoneNow() throws Exception {
        awaitState("needs-login");
        var pending = needed().pending();
        assertFails(pending, OF_ANOTHER);
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(states()).containsExactly("connecting", "needs-login", "connecting", "needs-login"));
        assertThat(needed().pending().state()).isNotEqualTo(pending.state());
    }

    @Test
    void theFailureIsToldAlsoWhereTheServerIsGoneMeanwhile() throws Exception {
        awaitState("needs-login");
        var required = needed();
        var removed = new FutureTask<>((Callable<Boolean>) () -> host.remove("docs"));
        scene.authServer().faults().once(request -> request.path().equals("/token"), (exchange, usual) -> {
            removed.run();
            exchange.answer(400, Map.of("Content-Type", "application/json"), "{\"error\":\"invalid_grant\"}");
        });
        assertFails(required.pending(), comeBack(required));
        assertThat(removed.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aServerThatIsNotConfiguredUsesNoLoginUp() throws Exception {
        awaitState("needs-login");
        var required = needed();
        var callback = comeBack(required);
        assertThatThrownBy(() -> host.finishLogin("other", required.pending(), callback))
                .isInstanceOf(UnavailableException.class);
        host.finishLogin("docs", required.pending(), callback);
        awaitState("ready");
    }

    @Test
    void whatACallWasRefusedForIsForgottenOnlyIfItCanNotBeFinishedAnyMore() throws Exception {
        scene.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
        awaitState("needs-login");
        var first = needed();
        host.finishLogin("docs", first.pending(), comeBack(first));
        awaitState("ready");
        assertThat(host.call("docs__t", null).failure()).isInstanceOf(AuthorizationRequiredException.class);
        var more = needed();
        assertThat(more.pending().scopes()).contains("mcp:write");

        assertFails(more.pending(), OF_ANOTHER);
        assertThat(needed()).as("it was not this login that failed").isSameAs(more);

        scene.authServer()
                .faults()
                .once(
                        request -> request.path().equals("/token"),
                        (exchange, usual) -> exchange.answer(
                                400, Map.of("Content-Type", "application/json"), "{\"error\":\"invalid_grant\"}"));
        assertFails(more.pending(), comeBack(more));
        assertThat(host.loginNeeded("docs")).as("its code is used up").isEmpty();
    }

    private void assertFails(PendingAuthorization pending, String callback) {
        assertThatThrownBy(() -> host.finishLogin("docs", pending, callback)).isInstanceOf(LoginFailedException.class);
    }

    private AuthorizationRequiredException needed() {
        return host.loginNeeded("docs").orElseThrow();
    }

    private static String comeBack(AuthorizationRequiredException required) throws Exception {
        return new HttpUserAgent().stopBefore(REDIRECT, required.url());
    }

    private void awaitState(String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("docs").orElseThrow().state().equals(state));
    }

    private List<String> states() {
        return host.events().history().stream()
                .flatMap(numbered -> numbered.event() instanceof HostEvent.StateChanged changed
                        ? Stream.of(changed.state())
                        : Stream.empty())
                .toList();
    }
}
