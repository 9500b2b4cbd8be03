package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.HangingStore;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A login that one machine was asked for, and that is finished on another one with the same store. */
@Timeout(120)
class HostLoginElsewhereTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String REDIRECT = "https://app.example.com/callback";

    private final HangingStore tokens = new HangingStore();
    private final AuthScene scene = AuthScene.with(FakeServer.named("docs")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
            .build());
    private final Host here = host();
    private final Host elsewhere = host();

    @AfterEach
    void end() {
        tokens.answer();
        here.close();
        elsewhere.close();
        scene.close();
    }

    private Host host() {
        return Host.builder()
                .url("docs", scene.mcp().url())
                .tokens(tokens)
                .logins(oauth -> oauth.redirectUri(REDIRECT))
                .patience(LIMIT)
                .open();
    }

    private AuthorizationRequiredException needed() {
        return here.loginNeeded("docs").orElseThrow();
    }

    private void finishElsewhere(AuthorizationRequiredException required) throws Exception {
        var callback = new HttpUserAgent().stopBefore(REDIRECT, required.url());
        elsewhere.finishLogin("docs", required.pending(), callback);
    }

    private static void awaitState(Host host, String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("docs").orElseThrow().state().equals(state));
    }

    /** Has a call refused for want of a scope. */
    private AuthorizationRequiredException refusedForMore() throws Exception {
        scene.mcp().challengeScope("mcp:read").requires("tools/call", "mcp:write");
        awaitState(here, "needs-login");
        finishElsewhere(needed());
        here.start("docs");
        awaitState(here, "ready");
        assertThat(here.call("docs__t", null).failure()).isInstanceOf(AuthorizationRequiredException.class);
        var more = needed();
        assertThat(more.pending().scopes()).contains("mcp:write");
        return more;
    }

    @Test
    void isNotOfferedAgainToWhoeverWasRefusedForAScope() throws Exception {
        finishElsewhere(refusedForMore());
        assertThat(here.loginNeeded("docs")).isEmpty();
        assertThat(here.call("docs__t", null).text()).isEqualTo("done");
    }

    @Test
    void isNotOfferedAgainByAServerThatWaitedForItButLooksAnew() throws Exception {
        awaitState(here, "needs-login");
        awaitState(elsewhere, "needs-login");
        finishElsewhere(needed());
        assertThat(here.loginNeeded("docs")).isEmpty();
        assertThat(here.server("docs").orElseThrow().ready()).isTrue();
    }

    @Test
    void isOfferedWhileTheStoreDoesNotSayWhetherItWasFinished() throws Exception {
        var more = refusedForMore();
        tokens.hang("");
        assertThat(here.loginNeeded("docs")).containsSame(more);
    }
}
