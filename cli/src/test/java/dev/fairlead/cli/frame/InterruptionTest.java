package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class InterruptionTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void whoeverPausesIsInterruptedInWhatItDoesNext() throws Exception {
        for (int round = 0; round < 200; round++) {
            assertThat(interruptedAfterPause(() -> {})).isTrue();
        }
    }

    @Test
    void anInterruptThatSomethingElseSwallowedIsToldAgain() throws Exception {
        assertThat(interruptedAfterPause(InterruptionTest::swallowAnInterrupt)).isTrue();
    }

    @Test
    void aPauseThatNobodyStopsIsOverInTime() {
        new Interruption().pause(Duration.ofMillis(1));

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static boolean interruptedAfterPause(Runnable before) throws Exception {
        var interruption = new Interruption();
        var entered = new CompletableFuture<Boolean>();
        var interrupted = new CompletableFuture<Boolean>();
        Thread.ofPlatform().daemon().start(() -> {
            interruption.enter();
            entered.complete(true);
            before.run();
            interruption.pause(LONG);
            interrupted.complete(Thread.currentThread().isInterrupted());
            interruption.leave();
        });
        assertThat(entered.get(20, TimeUnit.SECONDS)).isTrue();

        interruption.stop();

        return interrupted.get(20, TimeUnit.SECONDS);
    }

    private static void swallowAnInterrupt() {
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
    }
}
