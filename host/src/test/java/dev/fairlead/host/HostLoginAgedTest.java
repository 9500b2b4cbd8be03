package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.supervision.Care;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A login that was demanded long before somebody comes to log in. */
@Timeout(120)
class HostLoginAgedTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String REDIRECT = "https://app.example.com/callback";

    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);

    @Test
    void whoeverComesInTheMorningIsNotSentToTheLoginOfTheEveningBefore() throws Exception {
        try (var scene = AuthScene.with(FakeServer.named("docs").era(Era.MODERN).build());
                var host = host(scene)) {
            awaitState(host, "needs-login");
            var evening = host.loginNeeded("docs").orElseThrow();
            assertThat(host.loginNeeded("docs")).containsSame(evening);

            later.set(Duration.ofHours(10));
            var morning = host.loginNeeded("docs").orElseThrow();
            assertThat(morning.pending().state()).isNotEqualTo(evening.pending().state());
            host.finishLogin("docs", morning.pending(), new HttpUserAgent().stopBefore(REDIRECT, morning.url()));
            awaitState(host, "ready");
        }
    }

    private Host host(AuthScene scene) {
        InstantSource clock = () -> Instant.now().plus(later.get());
        var usual = Care.USUAL;
        return Host.builder()
                .url("docs", scene.mcp().url())
                .care(new Care(usual.process(), usual.remote(), usual.idle(), usual.check(), usual.drain(), clock))
                .logins(oauth -> oauth.redirectUri(REDIRECT).clock(clock))
                .patience(LIMIT)
                .open();
    }

    private static void awaitState(Host host, String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> host.server("docs").orElseThrow().state().equals(state));
    }
}
