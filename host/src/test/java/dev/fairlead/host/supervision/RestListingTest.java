package dev.fairlead.host.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RestListingTest {
    private static final Deadline LONG = Deadline.after(Duration.ofSeconds(60));

    private final List<String> remarks = new CopyOnWriteArrayList<>();
    private final AtomicInteger doubts = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);

    private static List<String> hang(CountDownLatch latch) {
        try {
            latch.await();
            return List.of("late");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("prompts/list", "s", true);
        }
    }

    private RestListing of(KeptList<?>... lists) {
        return new RestListing("s", List.of(lists), remarks::add, doubts::incrementAndGet);
    }

    @Test
    void whatDoesNotComeInTimeIsLeftOutAndTheRestIsThere() throws Exception {
        var first = new KeptList<String>("prompts", (before, limit) -> hang(never), () -> {});
        var second = new KeptList<String>("resources", (before, limit) -> List.of("r"), () -> {});
        var listing = of(first, second);

        listing.begin(Deadline.after(Duration.ofMillis(50)));

        assertThat(listing.await(LONG)).isTrue();
        assertThat(first.items()).isEmpty();
        assertThat(second.items()).containsExactly("r");
        assertThat(remarks)
                .containsExactly("its prompts are left out: they did not come within the time it has to start");
        assertThat(doubts).hasValue(0);
    }

    @Test
    void allAreReadAtOnce() throws Exception {
        var both = new CountDownLatch(2);
        KeptList.Source<String> source = (before, limit) -> {
            both.countDown();
            return hang(both);
        };
        var first = new KeptList<String>("prompts", source, () -> {});
        var second = new KeptList<String>("resources", source, () -> {});
        var listing = of(first, second);

        listing.begin(LONG);

        assertThat(listing.await(LONG)).isTrue();
        assertThat(first.items()).hasSize(1);
        assertThat(second.items()).hasSize(1);
    }

    @Test
    void aFailureThatSmellsOfADeadConnectionHasItLookedAfter() throws Exception {
        var list = new KeptList<String>(
                "prompts",
                (before, limit) -> {
                    throw new UnavailableException("prompts/list", "s", "too busy", null);
                },
                () -> {});
        var listing = of(list);

        listing.begin(LONG);

        assertThat(listing.await(LONG)).isTrue();
        assertThat(remarks).singleElement().asString().contains("too busy");
        assertThat(doubts).hasValue(1);
    }

    @Test
    void aDefectIsToldAndHasItLookedAfterToo() throws Exception {
        var defects = List.of(new IllegalStateException("odd"), new StackOverflowError("deep"));
        var lists = defects.stream()
                .map(defect -> new KeptList<String>("prompts", (before, limit) -> failing(defect), () -> {}))
                .toArray(KeptList<?>[]::new);
        var listing = of(lists);

        listing.begin(LONG);

        assertThat(listing.await(LONG)).isTrue();
        assertThat(remarks)
                .containsExactlyInAnyOrder(
                        "its prompts are left out: an unexpected java.lang.IllegalStateException: odd",
                        "its prompts are left out: an unexpected java.lang.StackOverflowError: deep");
        assertThat(doubts).hasValue(2);
    }

    private static List<String> failing(Throwable defect) {
        if (defect instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) defect;
    }

    @Test
    void aChangeWhileAListIsReadCountsForTheNextTime() {
        var list = new KeptList<?>[1];
        var kept = new KeptList<String>(
                "prompts",
                (before, limit) -> {
                    list[0].outdate();
                    return List.of("p");
                },
                () -> {});
        list[0] = kept;

        kept.ask(Optional.empty());

        assertThat(kept.items()).containsExactly("p");
        assertThat(kept.outdated()).isTrue();
    }
}
