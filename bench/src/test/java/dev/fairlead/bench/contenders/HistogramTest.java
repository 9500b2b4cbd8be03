package dev.fairlead.bench.contenders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HistogramTest {
    private final Histogram histogram = new Histogram();

    @Test
    void tellsPartsToWithinOnePercent() {
        for (int micros = 1; micros <= 10_000; micros++) {
            histogram.add(micros * 1_000L);
        }

        assertThat(histogram.micros(0.5)).isCloseTo(5_000, within(50.0));
        assertThat(histogram.micros(0.9)).isCloseTo(9_000, within(90.0));
        assertThat(histogram.micros(0.99)).isCloseTo(9_900, within(99.0));
    }

    @Test
    void addsUpWhatOthersCounted() {
        var other = new Histogram();
        other.add(1_000_000);
        histogram.add(2_000_000);
        histogram.add(3_000_000);

        histogram.add(other);

        assertThat(histogram.count()).isEqualTo(3);
        assertThat(histogram.micros(0.5)).isCloseTo(2_000, within(20.0));
    }

    @Test
    void takesTimesBeyondItsRange() {
        histogram.add(0);
        histogram.add(Long.MAX_VALUE);

        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.micros(1)).isGreaterThan(1e8);
    }

    @Test
    void isNoNumberWhileEmpty() {
        assertThat(histogram.micros(0.5)).isNaN();
    }
}
