package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class VigilTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private final Vigil vigil = Vigil.shared();

    @Test
    void whoeverIsWatchedIsLookedAtAgainAndAgain() throws Exception {
        var looks = new CountDownLatch(5);
        Vigil.Watched one = looks::countDown;
        vigil.begin(one);
        assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        vigil.end(one);
    }

    @Test
    void nobodyIsLookedAtAfterwards() throws Exception {
        var looks = new AtomicInteger();
        Vigil.Watched one = looks::incrementAndGet;
        vigil.begin(one);
        await().atMost(LONG).until(() -> looks.get() > 0);
        vigil.end(one);
        roundsPass(3); // It may be looked at once more, by a round that had begun.
        int then = looks.get();
        roundsPass(5);
        assertThat(looks).hasValue(then);
    }

    @Test
    void oneThatFailsIsNotLookedAtAgainAndKeepsNobodyElseFromIt() throws Exception {
        var looks = new AtomicInteger();
        vigil.begin(() -> {
            looks.incrementAndGet();
            throw new IllegalStateException("it is the test that fails");
        });
        roundsPass(3);
        assertThat(looks).hasValue(1);
    }

    @Test
    void theWatcherGoesWhenNobodyNeedsItAndComesBack() throws Exception {
        await().atMost(LONG)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("fairlead-vigil")));
        roundsPass(1);
    }

    /** Waits until somebody new was looked at so often, so that everybody else was, too. */
    private void roundsPass(int rounds) throws InterruptedException {
        var passed = new CountDownLatch(rounds + 1);
        Vigil.Watched one = passed::countDown;
        vigil.begin(one);
        assertThat(passed.await(30, TimeUnit.SECONDS)).isTrue();
        vigil.end(one);
    }
}
