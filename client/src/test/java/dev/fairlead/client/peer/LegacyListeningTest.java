package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.SubscriptionEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whoever listens leaves once, however the stream ended and however often it is closed. */
class LegacyListeningTest {
    private final EventQueue queue = new EventQueue();
    private final AtomicInteger left = new AtomicInteger();
    private final List<Runnable> unawaited = new ArrayList<>();

    @Test
    void whoeverClosesTwiceLeavesOnce() {
        try (var listening = new LegacyListening(queue, left::incrementAndGet, unawaited::add)) {
            listening.close();
            assertThat(left).hasValue(1);
            assertThat(listening.end()).isEqualTo(new SubscriptionEnd.Cancelled());
        }
        assertThat(left).hasValue(1);
    }

    @Test
    void aStreamThatEndedByItselfIsLeftWhenItIsClosedThoughNobodyWaitsForThat() {
        var dropped = new SubscriptionEnd.Dropped("gone");
        try (var listening = new LegacyListening(queue, left::incrementAndGet, unawaited::add)) {
            queue.end(dropped);
            assertThat(unawaited).isEmpty();
            listening.close();
            assertThat(left).hasValue(0);
            assertThat(listening.end()).isEqualTo(dropped);
        }
        assertThat(unawaited).hasSize(1);
        unawaited.getFirst().run();
        assertThat(left).hasValue(1);
    }
}
