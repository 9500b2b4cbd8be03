package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private static final Duration ENOUGH = Duration.ofHours(1);

    @RepeatedTest(20)
    void pausesDoubleFromHalfASecondAndAreUpToHalfAsLongAgain() {
        var backoff = new Backoff(ENOUGH);
        for (int failures = 0; failures <= 10; failures++) {
            assertThat(backoff.failures()).isEqualTo(failures);
            long base = 500L << failures;
            assertThat(backoff.next().toMillis()).isBetween(base, base + base / 2);
        }
        // No further: what is doubled for ever is nothing in the end.
        assertThat(backoff.next().toMillis()).isBetween(500L << 10, (500L << 10) + (500L << 9));
        assertThat(backoff.failures()).isEqualTo(12);
    }

    @Test
    void manyThatFailedTogetherDoNotReturnTogether() {
        var pauses = new HashSet<Duration>();
        for (int i = 0; i < 200; i++) {
            pauses.add(new Backoff(ENOUGH).next());
        }
        assertThat(pauses).hasSizeGreaterThan(20);
        assertThat(pauses).anyMatch(pause -> pause.toMillis() > 600).anyMatch(pause -> pause.toMillis() < 650);
    }

    @Test
    void theLongestPauseIsNotDoubled() {
        var backoff = new Backoff(Duration.ofSeconds(3));
        for (int i = 0; i < 5; i++) {
            assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(4_500));
        }
        assertThat(backoff.next()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(4_500));
    }

    @Test
    void whoeverWantsNoPausesGetsNone() {
        var backoff = new Backoff(Duration.ZERO);
        assertThat(backoff.next()).isZero();
        assertThat(backoff.next()).isZero();
    }

    @Test
    void somethingUsefulBeginsAnew() {
        var backoff = new Backoff(ENOUGH);
        backoff.next();
        backoff.next();
        backoff.reset();
        assertThat(backoff.failures()).isZero();
        assertThat(backoff.next()).isBetween(Duration.ofMillis(500), Duration.ofMillis(750));
    }

    @Test
    void aServerIsGivenAllTheTimeThatItAsksFor() {
        assertThat(new Backoff(ENOUGH).next(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(20));
        assertThat(new Backoff(ENOUGH).next(Duration.ofMillis(1))).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }
}
