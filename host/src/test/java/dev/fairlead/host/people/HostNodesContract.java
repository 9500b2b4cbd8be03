package dev.fairlead.host.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What holds for two machines, each a process of its own, whose hosts share a store. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
abstract class HostNodesContract {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CALLS = 100;
    private static final int EXPIRIES = 3;
    private static final String RENEWAL = "refresh_token";

    private AuthScene scene;
    private HostNode one;
    private HostNode other;

    /** Returns where a store is that nobody has used before. */
    abstract String emptyStore();

    @BeforeEach
    void twoMachines() throws IOException {
        scene = AuthScene.with(FakeServer.named("docs")
                .tool(
                        Tool.of("echo", null, Json.object().put("type", "object")),
                        call -> CallToolResult.ofText(call.text("text", "nothing")))
                .build());
        var store = emptyStore();
        one = HostNode.start(store, scene.mcp().url());
        other = HostNode.start(store, scene.mcp().url());
    }

    @AfterEach
    void nothingIsLeft() {
        one.close();
        other.close();
        scene.close();
    }

    @Test
    void aLoginThatOneMachineBeganIsFinishedByTheOtherAndServesBoth() throws Exception {
        logInAcross();

        bothCall();
        assertThat(scene.authServer().tokenRequests("authorization_code")).isEqualTo(1);
        // It is alice's alone.
        assertThat(other.call("bob").has("login")).isTrue();
        assertNothingWrong();
    }

    @Test
    void callsOfBothMachinesThatMeetAnEndedTokenTogetherRenewItOnce() throws Exception {
        logInAcross();

        for (int expiry = 1; expiry <= EXPIRIES; expiry++) {
            bothCall(); // What a first call with another token has to find out would keep the others from setting out.
            int strangers = scene.mcp().withBadToken();
            // Renewed only when everybody was turned away, so that everybody wants it renewed.
            scene.authServer().faults().once(HostNodesContract::renews, (exchange, usual) -> {
                awaitStrangers(strangers + 2 * CALLS);
                usual.handle(exchange);
            });
            scene.mcp().expireAll();
            one.crowd("alice", CALLS);
            other.crowd("alice", CALLS);
            for (var node : List.of(one, other)) {
                var said = node.answer();
                assertThat(said.path("well").intValue()).as("%s", said).isEqualTo(CALLS);
            }
            assertThat(scene.authServer().tokenRequests(RENEWAL)).isEqualTo(expiry);
        }
        assertThat(scene.authServer().tokenRequests("authorization_code")).isEqualTo(1);
        assertNothingWrong();
    }

    @Test
    void theOtherMachineRenewsIfTheOneThatBeganToIsKilled() throws Exception {
        logInAcross();
        bothCall();
        int strangers = scene.mcp().withBadToken();
        var asked = new CountDownLatch(1);
        scene.authServer().faults().once(HostNodesContract::renews, (exchange, usual) -> {
            asked.countDown();
            exchange.awaitGone();
        });
        scene.mcp().expireAll();
        one.crowd("alice", 1);
        assertThat(asked.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        other.crowd("alice", 5);
        awaitStrangers(strangers + 6);

        one.kill();

        assertThat(other.answer().path("well").intValue()).isEqualTo(5);
        assertThat(scene.authServer().tokenRequests(RENEWAL)).isEqualTo(1);
        assertNothingWrong();
    }

    /** Has one machine begin a login and the other finish it. */
    private void logInAcross() throws IOException {
        var begun = one.call("alice");
        assertThat(begun.path("kept").booleanValue(false)).as("%s", begun).isTrue();
        var callback = new HttpUserAgent()
                .stopBefore(HostNode.REDIRECT, begun.path("login").stringValue());
        assertThat(other.finish("alice", callback).path("text").stringValue()).isEqualTo("finished");
    }

    private void bothCall() throws IOException {
        for (var node : List.of(other, one)) {
            assertThat(node.call("alice")).isEqualTo(Json.object().put("text", "nothing"));
        }
    }

    private void awaitStrangers(int count) {
        Awaitility.await().atMost(LIMIT).until(() -> scene.mcp().withBadToken() >= count);
    }

    private static boolean renews(RecordedRequest request) {
        return request.path().equals("/token") && request.body().contains("grant_type=" + RENEWAL);
    }

    private void assertNothingWrong() {
        assertThat(scene.authServer().refreshReuses())
                .as("tokens for renewal used twice")
                .isZero();
        assertThat(scene.authServer().lint()).isEmpty();
        assertThat(scene.mcp().lint()).isEmpty();
    }
}
