package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.FullStore.Mode;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A logout in another process, with an authorization server that takes no tokens back. */
@Timeout(120)
final class LogoutElsewhereTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final FullStore store = new FullStore();
    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);
    private final Stage stage = Stage.of(Era.MODERN);
    private final OAuth oauth = settings().build();

    @BeforeEach
    void begin() {
        stage.grantor().metadata(json -> json.remove("revocation_endpoint"));
        stage.connect(oauth).close();
    }

    @AfterEach
    void end() {
        stage.close();
    }

    @Test
    void itEndsWhatIsShownHereAMinuteLater() throws Exception {
        try (var client = stage.connect(oauth, Stage.profile())) { // with nobody to log in again
            assertThat(settings().build().logout(stage.mcp().url())).isFalse();
            assertThat(Stage.echo(client))
                    .as("the store is not asked at every request")
                    .isEqualTo("nothing");

            aMinuteLater();
            assertThat(Stage.echo(client)).as("no request waits for the store").isEqualTo("nothing");
            Awaitility.await().atMost(LIMIT).until(() -> shown().equals(Credential.NONE));
            assertThatThrownBy(() -> Stage.echo(client)).isInstanceOf(AuthorizationRequiredException.class);
        }
        assertThat(stage.logins).hasValue(1);
    }

    @Test
    void aStoreThatFailsEndsNothing() throws Exception {
        try (var client = stage.connect(oauth)) {
            store.is(Mode.AWAY);
            aMinuteLater();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            store.is(Mode.WRITABLE);
            boolean ignored = settings().build().logout(stage.mcp().url());
            aMinuteLater();
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            Awaitility.await().atMost(LIMIT).until(() -> shown().equals(Credential.NONE));
        }
    }

    @Test
    void aStoreThatHangsKeepsNobodyWaiting() throws Exception {
        var asked = new CountDownLatch(1);
        var answers = new CountDownLatch(1);
        try (var client = stage.connect(oauth)) {
            store.onceAfterRead(() -> {
                asked.countDown();
                await(answers);
            });
            aMinuteLater();
            echoes(client);
            await(asked);
            echoes(client);
            stage.mcp().expireAll();
            echoes(client);
            assertThat(stage.grantor().tokenRequests("refresh_token")).isEqualTo(1);
        } finally {
            answers.countDown();
        }
    }

    private static void echoes(McpClient client) {
        assertThat(Stage.echo(client)).isEqualTo("nothing");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts a test", impossible);
        }
    }

    private void aMinuteLater() {
        later.updateAndGet(before -> before.plusSeconds(61));
    }

    private Credential shown() throws InterruptedException {
        var url = stage.mcp().url();
        return oauth.credential(new HttpTarget(url, "protected", "POST", url), Deadline.after(LIMIT));
    }

    private OAuth.Builder settings() {
        return stage.settings().store(store).clock(() -> Instant.now().plus(later.get()));
    }
}
