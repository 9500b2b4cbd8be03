package dev.fairlead.console.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What changes often is told seldom, and its last state always. */
final class PacedTest {
    @Test
    void aFewAreToldAndTheLastOneAlways() {
        var told = new CopyOnWriteArrayList<Integer>();
        var other = new CopyOnWriteArrayList<Integer>();
        var paced = new Paced(Duration.ofMillis(100));
        long began = System.nanoTime();

        for (int i = 0; i <= 30_000; i++) {
            int number = i;
            paced.tell("one", () -> told.add(number));
        }
        paced.tell("other", () -> other.add(1));

        assertThat(told.getFirst()).isZero();
        assertThat(other).as("told at once, whatever else there is to tell").containsExactly(1);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> told.getLast().equals(30_000));
        long tenths = (System.nanoTime() - began) / 100_000_000;
        assertThat((long) told.size()).isLessThanOrEqualTo(tenths + 2);
        assertThat(List.copyOf(told)).isSorted();
    }
}
