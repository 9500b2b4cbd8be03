package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    @Test
    void liesAheadUntilItHasPassed() throws InterruptedException {
        var soon = Deadline.after(Duration.ofMillis(20));
        soon.await();
        assertThat(soon.passed()).isTrue();
        assertThat(soon.remaining()).isZero();
        assertThat(soon.remainingNanos()).isNegative();
        var later = Deadline.after(Duration.ofHours(1));
        assertThat(later.passed()).isFalse();
        assertThat(later.remaining()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    }

    @Test
    void canLieAsFarAheadOrBackAsDurationsReach() {
        assertThat(Deadline.never().passed()).isFalse();
        assertThat(Deadline.after(Duration.ofSeconds(Long.MAX_VALUE)).passed()).isFalse();
        assertThat(Deadline.after(Duration.ofDays(200 * 365)).passed()).isFalse();
        assertThat(Deadline.after(Duration.ZERO).passed()).isTrue();
        assertThat(Deadline.after(Duration.ofSeconds(-1)).passed()).isTrue();
        assertThat(Deadline.after(Duration.ofNanos(Long.MIN_VALUE)).passed()).isTrue();
        assertThat(Deadline.after(Duration.ofSeconds(Long.MIN_VALUE)).passed()).isTrue();
    }

    @Test
    void ofTwoTheEarlierCounts() {
        var early = Deadline.after(Duration.ofSeconds(10));
        var late = Deadline.never();
        assertThat(early.orEarlier(late)).isSameAs(early);
        assertThat(late.orEarlier(early)).isSameAs(early);
        assertThat(early.orEarlier(early)).isSameAs(early);
    }

    @Test
    void whatNobodyWillSeeIsEndless() {
        assertThat(Deadline.never().endless()).isTrue();
        assertThat(Deadline.after(Duration.ofSeconds(Long.MAX_VALUE)).endless()).isTrue();
        assertThat(Deadline.after(Duration.ofDays(30 * 365)).endless()).isFalse();
        assertThat(Deadline.after(Duration.ofSeconds(-1)).endless()).isFalse();
    }

    @Test
    void waitingForItCanBeInterrupted() throws Exception {
        var waiter = beside(() -> {
            Deadline.never().await();
            return "waited";
        });
        waiter.waiting().thread().interrupt();
        assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
    }
}
