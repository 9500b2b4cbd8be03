package dev.fairlead.bench.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.bench.contenders.Figure;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long TURN = Duration.ofMillis(500).toNanos();
    private static final WarmUp.Limits LIMITS = new WarmUp.Limits(6, Duration.ofSeconds(4), Duration.ofSeconds(30));

    @Test
    void takesTheLeastTimeWhereNothingGetsBetter() {
        assertThat(turns(LIMITS, turn -> 100)).isEqualTo(8);
    }

    @Test
    void goesOnUntilSixTurnsInARowBringNothing() {
        assertThat(turns(LIMITS, turn -> turn < 20 ? 100 * (turn + 1) : 2_000)).isEqualTo(26);
    }

    @Test
    void aPauseOfTheCompilerIsNotTheEnd() {
        assertThat(turns(LIMITS, turn -> turn < 6 ? 100 : 200)).isEqualTo(13);
    }

    @Test
    void manySmallGainsAreAGain() {
        assertThat(turns(LIMITS, turn -> 100 * Math.pow(1.01, turn))).isEqualTo(60);
    }

    @Test
    void cheaperCallsAreAGainAlsoWhereTheyAreNotFaster() {
        assertThat(turns(LIMITS, turn -> 100, turn -> Math.max(50, 100 - 5 * turn)))
                .isEqualTo(17);
    }

    @Test
    void whileTheCompilerWorksMoreMayCome() {
        var warmUp = new WarmUp(LIMITS);
        for (int turn = 0; turn < 20; turn++) {
            warmUp.add(Map.of(Figure.RATE, 100.0, Figure.CPU, 10.0, Figure.COMPILING, 0.5), TURN);
            assertThat(warmUp.over()).isFalse();
        }
        for (int turn = 0; turn < 6; turn++) {
            assertThat(warmUp.over()).isFalse();
            warmUp.add(Map.of(Figure.RATE, 100.0, Figure.CPU, 10.0, Figure.COMPILING, 0.01), TURN);
        }
        assertThat(warmUp.over()).isTrue();
    }

    @Test
    void noiseIsNoGain() {
        assertThat(turns(LIMITS, turn -> turn % 2 == 0 ? 102 : 90)).isEqualTo(8);
    }

    @Test
    void endsEvenWhereEverythingStillGetsBetter() {
        assertThat(turns(LIMITS, turn -> Math.pow(2, turn))).isEqualTo(60);
        assertThat(turns(LIMITS.atMost(Duration.ofSeconds(10)), turn -> Math.pow(2, turn)))
                .isEqualTo(20);
    }

    private static int turns(WarmUp.Limits limits, IntToDoubleFunction rate) {
        return turns(limits, rate, turn -> 10);
    }

    private static int turns(WarmUp.Limits limits, IntToDoubleFunction rate, IntToDoubleFunction cpu) {
        var warmUp = new WarmUp(limits);
        int turn = 0;
        for (; !warmUp.over(); turn++) {
            warmUp.add(Map.of(Figure.RATE, rate.applyAsDouble(turn), Figure.CPU, cpu.applyAsDouble(turn)), TURN);
        }
        return turn;
    }
}
