package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that does not answer when a request needs to know whether there is a token. */
@Timeout(60)
final class SilentStoreTest {
    private static final HttpTarget TARGET =
            new HttpTarget("https://mcp.example/mcp", "docs", "POST", "https://mcp.example/mcp");

    private final CountDownLatch answers = new CountDownLatch(1);
    private final OAuth oauth = OAuth.builder().store(new Silent()).build();

    @AfterEach
    void letGo() {
        answers.countDown();
    }

    @Test
    void aRequestWaitsForItNoLongerThanItHasTime() throws Exception {
        assertThatThrownBy(() -> oauth.credential(TARGET, Deadline.after(Duration.ofMillis(50))))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContainingAll("'docs'", "the token store does not answer in time");
        answers.countDown();
        assertThat(oauth.credential(TARGET, Deadline.after(Duration.ofSeconds(30))))
                .isEqualTo(Credential.NONE);
    }

    @Test
    void aRequestThatIsCancelledDoesNotWaitForIt() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> oauth.credential(TARGET, Deadline.never())).isInstanceOf(InterruptedException.class);
    }

    @Test
    void whetherALoginMayStillBeFinishedIsNotWaitedForForLong() {
        var hurried = OAuth.builder()
                .store(new Silent())
                .patience(Duration.ofMillis(50))
                .build();
        assertThatThrownBy(() -> hurried.isOpen(begun(Instant.now())))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("https://mcp.example/mcp", "cannot be said", "does not answer in time")
                .hasMessageNotContainingAny("secret-state", "secret-verifier");
        assertThat(hurried.isOpen(begun(Instant.now().minus(Duration.ofHours(1)))))
                .as("which no store has to say")
                .isFalse();
    }

    @Test
    void whoAsksWhetherALoginMayStillBeFinishedMayBeInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> oauth.isOpen(begun(Instant.now())))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("cannot be said", "interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private static PendingAuthorization begun(Instant when) {
        return new PendingAuthorization(
                "https://mcp.example/mcp",
                "",
                "https://as.example",
                true,
                false,
                "app",
                OAuth.USUAL_REDIRECT_URI,
                null,
                List.of(),
                "secret-state",
                "secret-verifier",
                false,
                when);
    }

    private final class Silent extends ForwardingStore {
        /** Waits as stores do, which no interrupt may hurt. */
        @Override
        public Optional<Entry> read(String key) {
            boolean interrupted = false;
            while (answers.getCount() > 0) {
                try {
                    answers.await();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return super.read(key);
        }
    }
}
