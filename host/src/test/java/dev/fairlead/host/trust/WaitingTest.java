package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private final Waiting waiting = Waiting.until(Deadline.after(Duration.ofMinutes(1)));

    @Test
    void anAnswerInTimeCounts() throws Exception {
        assertThat(waiting.await(CompletableFuture.completedFuture("yes"))).isEqualTo("yes");
        assertThat(waiting.inVain()).isFalse();
    }

    @Test
    void anAnswerCountsForNothingOnceNobodyCouldUseIt() {
        waiting.end();
        assertThat(waiting.inVain()).isFalse();
        assertThatThrownBy(() -> waiting.await(CompletableFuture.completedFuture("yes")))
                .isInstanceOf(Waiting.EndedException.class);
        assertThat(waiting.inVain()).isTrue();
    }

    @Test
    void nobodyIsAskedWhatNobodyWantsToKnow() {
        waiting.end();
        assertThatThrownBy(() -> Asking.ask(
                        request -> {
                            throw new AssertionError("somebody was asked");
                        },
                        null,
                        waiting))
                .isInstanceOf(Waiting.EndedException.class);
    }

    @Test
    void noneLastsLongerThanItMay() {
        var brief = Waiting.until(Deadline.after(Duration.ofMillis(1)));
        assertThatThrownBy(() -> brief.await(new CompletableFuture<String>())).isInstanceOf(TimeoutException.class);
        assertThat(brief.inVain()).isFalse();
    }
}
