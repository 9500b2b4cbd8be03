package dev.fairlead.console.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
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

    @Test
    void aTellingThatFailsKeepsNoneAfterItFromBeingTold() {
        var told = new CopyOnWriteArrayList<Integer>();
        var failed = new CountDownLatch(1);
        var paced = new Paced(Duration.ofMillis(10));

        paced.tell("one", () -> told.add(1));
        paced.tell("one", () -> {
            failed.countDown();
            throw new IllegalStateException("on purpose");
        });
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> failed.getCount() == 0);
        paced.tell("one", () -> told.add(2));

        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> told.contains(2));
        assertThat(told).containsExactly(1, 2);
    }
}
