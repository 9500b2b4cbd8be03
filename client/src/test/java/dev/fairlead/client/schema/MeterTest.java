package dev.fairlead.client.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeterTest {

    private final AtomicLong clock = new AtomicLong();

    @Test
    void endsWorkThatTakesTooLong() {
        try (Meter meter = Meter.start(Meter.CHECK_TIME, clock::get)) {
            passInSteps(meter, Meter.CHECK_TIME);
            assertThatExceptionOfType(OverBudget.class)
                    .isThrownBy(() -> passInSteps(meter, Duration.ofMillis(2)))
                    .withMessageContaining("100 ms");
        }
    }

    @Test
    void doesNotBlameTheWorkForAStallOfTheMachine() {
        try (Meter meter = Meter.start(Meter.CHECK_TIME, clock::get)) {
            clock.addAndGet(Duration.ofSeconds(30).toNanos());
            assertThatNoException().isThrownBy(meter::look);
        }
    }

    @Test
    void doesNotBlameTheWorkForABusyMachine() {
        try (Meter meter = Meter.start(Meter.CHECK_TIME, clock::get)) {
            for (int step = 0; step < 40; step++) {
                clock.addAndGet(Duration.ofMillis(100).toNanos());
                meter.look();
            }
            assertThat(clock).hasValue(Duration.ofSeconds(4).toNanos());
        }
    }

    @Test
    void endsWorkWhoseEveryStepIsLongAndCanBe() {
        try (Meter meter = Meter.start(Meter.CHECK_TIME, clock::get)) {
            assertThatExceptionOfType(OverBudget.class).isThrownBy(() -> {
                for (int step = 0; step < 5; step++) {
                    meter.expect(1_000_000);
                    clock.addAndGet(Duration.ofMillis(50).toNanos());
                    meter.look();
                }
            });
        }
    }

    @Test
    void looksAtTheClockAfterAThousandTinySteps() {
        try (Meter meter = Meter.start(Meter.CHECK_TIME, clock::get)) {
            passInSteps(meter, Meter.CHECK_TIME);
            clock.addAndGet(Duration.ofMillis(2).toNanos());
            assertThatExceptionOfType(OverBudget.class).isThrownBy(() -> {
                for (int step = 0; step < 1_024; step++) {
                    meter.tick();
                }
            });
        }
    }

    @Test
    void endsWorkThatNestsTooDeepOrKeepsTooMuch() {
        try (Meter meter = Meter.start(Meter.CHECK_TIME, clock::get)) {
            for (int level = 0; level < Meter.MAX_DEPTH; level++) {
                meter.enter();
            }
            assertThatExceptionOfType(OverBudget.class).isThrownBy(meter::enter);
            meter.retain(Meter.MAX_RETAINED);
            assertThatExceptionOfType(OverBudget.class).isThrownBy(() -> meter.retain(1));
        }
    }

    @Test
    void isLeftBehindByNoCheck() {
        Schemas.check("{'pattern': '^a'}", "'abc'");
        assertThat(Meter.current()).isNotSameAs(Meter.current());
        try (Meter meter = Meter.start(Meter.CHECK_TIME)) {
            assertThat(Meter.current()).isSameAs(meter);
        }
        assertThat(Meter.current()).isNotSameAs(Meter.current());
    }

    private void passInSteps(Meter meter, Duration time) {
        for (long millis = 0; millis < time.toMillis(); millis++) {
            clock.addAndGet(Duration.ofMillis(1).toNanos());
            meter.look();
        }
    }
}
