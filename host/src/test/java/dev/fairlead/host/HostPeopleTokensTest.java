package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A token of a person that only this process has, as the store does not take it, while the person comes and goes. */
@Timeout(120)
class HostPeopleTokensTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String REDIRECT = "https://app.example.com/callback";

    private final RefusingStore tokens = new RefusingStore();
    private final AuthScene scene = AuthScene.with(FakeServer.named("docs")
            .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
            .build());
    private final Host host = Host.builder()
            .url("docs", scene.mcp().url())
            .logins(oauth -> oauth.redirectUri(REDIRECT))
            .tokens(tokens)
            .patience(LIMIT)
            .open();

    @AfterEach
    void end() {
        host.close();
        scene.close();
    }

    private Host loggedIn() throws Exception {
        var person = host.as("alice");
        Awaitility.await().atMost(LIMIT).until(() -> person.loginNeeded("docs").isPresent());
        var required = person.loginNeeded("docs").orElseThrow();
        var callback = new HttpUserAgent().stopBefore(REDIRECT, required.url());
        person.finishLogin("docs", required.pending(), callback);
        assertServed(person);
        return person;
    }

    private static void assertServed(Host person) {
        var result = person.call("docs__t", null);
        assertThat(result.text()).as("%s", result.error()).isEqualTo("done");
    }

    /** Has a token renewed that cannot be stored. */
    private void renewUnstored(Host person) {
        tokens.refuses(true);
        scene.mcp().expireAll();
        assertServed(person);
    }

    @Test
    void isThereWhenThePersonIsBack() throws Exception {
        var before = loggedIn();
        renewUnstored(before);
        before.close();
        try (var back = host.as("alice")) {
            assertServed(back);
        }
    }

    @Test
    void isStoredAlsoWhereThePersonWasBackBeforeTheOldViewHadEnded() throws Exception {
        var before = loggedIn();
        renewUnstored(before);
        tokens.refuses(false);
        var back = new AtomicReference<Host>();
        tokens.beforeWriting(() -> {
            if (back.get() == null) {
                back.set(view());
                assertServed(back.get());
            }
        });
        before.close();
        renewUnstored(back.get());
        tokens.refuses(false);
        back.get().close();
        try (var again = host.as("alice")) {
            assertServed(again);
        }
    }

    private Host view() {
        try {
            return host.as("alice");
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts a test", impossible);
        }
    }
}
