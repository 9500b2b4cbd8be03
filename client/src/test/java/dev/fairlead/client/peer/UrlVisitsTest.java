package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UrlVisitsTest {
    private final UrlVisits visits = new UrlVisits();

    @Test
    void visitsThatAreNotMadeAreForgotten() throws Exception {
        visits.expect(List.of("a", "b", "c"));
        visits.forget(List.of("a", "b"));
        assertThat(visits.count()).isEqualTo(1);
        visits.await(List.of("a", "b"), Deadline.never());
        visits.completed("c");
        assertThat(visits.count()).isZero();
    }

    @Test
    void nobodyWaitsForAVisitWhoseIdIsTooLongToBeKept() throws Exception {
        var longest = "x".repeat(1_024);
        visits.expect(List.of(longest, longest + "x", "y".repeat(1 << 20)));
        assertThat(visits.count()).isEqualTo(1);
        visits.await(List.of(longest + "x"), Deadline.never());
        visits.completed(longest);
        assertThat(visits.count()).isZero();
    }

    @Test
    void visitsThatNobodyWaitsForDoNotPileUp() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            visits.expect(List.of("visit-" + i));
        }
        assertThat(visits.count()).isEqualTo(256);
        visits.await(List.of("visit-0"), Deadline.never());
        visits.completed("visit-9999");
        assertThat(visits.count()).isEqualTo(255);
    }
}
