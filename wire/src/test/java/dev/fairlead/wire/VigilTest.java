package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class VigilTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String WATCHER = "fairlead-vigil";
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
    void oneThatFailsIsToldAndNotLookedAtAgainAndKeepsNobodyElseFromIt() throws Exception {
        var looks = new AtomicInteger();
        var defect = new IllegalStateException("it is the test that fails");
        var told = Told.during(Vigil.class.getName(), () -> {
            vigil.begin(() -> {
                looks.incrementAndGet();
                throw defect;
            });
            roundsPass(3);
        });
        assertThat(looks).hasValue(1);
        assertThat(told).containsExactly(defect);
    }

    @Test
    void theWatcherGoesWhenNobodyNeedsItAndComesBackAndGoesAgain() throws Exception {
        // Who has waited at a mailbox needs it no more.
        var mailbox = new Mailbox(1, news -> Optional.empty());
        var limit = Deadline.after(Duration.ofHours(1));
        var reader = Threads.beside(() -> mailbox.take(limit)).waiting();
        mailbox.end();
        assertThat(reader.result()).isEmpty();
        var uncaught = new CopyOnWriteArrayList<Throwable>();
        var usual = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, defect) -> {
            if (thread.getName().equals(WATCHER)) {
                uncaught.add(defect);
            }
        });
        try {
            goes();
            roundsPass(1);
            goes();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(usual);
        }
        assertThat(uncaught).as("it goes in good order").isEmpty();
    }

    private static void goes() {
        await().dontCatchUncaughtExceptions() // The test does.
                .atMost(LONG)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals(WATCHER)));
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
