package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LingeringTest {
    private static final long QUICK = Duration.ofMillis(1).toNanos();
    private static final long SLOW = Duration.ofMillis(100).toNanos();

    private final Lingering lingering = new Lingering();

    private void ended(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            lingering.ended(nanos);
        }
    }

    @Test
    void whatTakesLongEveryTimeIsExpectedTo() {
        assertThat(lingering.expected()).isFalse();
        ended(4, SLOW);
        assertThat(lingering.expected()).isFalse();
        ended(1, SLOW);
        assertThat(lingering.expected()).isTrue();
    }

    @Test
    void oneSlowEndAmongManyMeansNothing() {
        for (int i = 0; i < 100; i++) {
            ended(4, SLOW);
            ended(1, QUICK);
            assertThat(lingering.expected()).isFalse();
        }
    }

    @Test
    void aServerThatNoLongerLingersIsBelieved() {
        ended(50, SLOW);
        ended(1, QUICK);
        assertThat(lingering.expected()).isFalse();
    }
}
