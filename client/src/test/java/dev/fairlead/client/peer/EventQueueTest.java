package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whoever does not read changes is told so in the end; meanwhile they cost no more than their bound. */
final class EventQueueTest {
    private static final int LONG = 1 << 20;

    private static ServerEvent update(int number) {
        return new ServerEvent.ResourceUpdated(number + "x".repeat(LONG));
    }

    private static ServerEvent next(EventQueue queue) throws Exception {
        return queue.take(Deadline.after(Duration.ofSeconds(30))).orElseThrow();
    }

    @Test
    void theSameChangeIsToldOnceHoweverOftenItCame() throws Exception {
        var queue = new EventQueue();
        for (int i = 0; i < 100; i++) {
            queue.put(update(1));
            queue.put(new ServerEvent.ToolsChanged());
        }
        assertThat(next(queue)).isEqualTo(update(1));
        assertThat(next(queue)).isEqualTo(new ServerEvent.ToolsChanged());
        queue.put(update(1));
        assertThat(next(queue)).isEqualTo(update(1));
    }

    @Test
    void tooMuchEndsTheStreamAfterWhatWaits() throws Exception {
        var queue = new EventQueue();
        for (int i = 1; i <= 8; i++) {
            queue.put(update(i));
        }
        for (int i = 1; i <= 7; i++) {
            assertThat(next(queue)).isEqualTo(update(i));
        }
        assertThat(queue.take(Deadline.after(Duration.ofSeconds(30)))).isEmpty();
        assertThat(queue.end()).isInstanceOf(SubscriptionEnd.Lagged.class);
    }

    @Test
    void whatWasReadLeavesRoom() throws Exception {
        var queue = new EventQueue();
        for (int i = 1; i <= 30; i++) {
            queue.put(update(i));
            assertThat(next(queue)).isEqualTo(update(i));
        }
    }

    @Test
    void anEndedStreamTellsWhatCameBeforeAndNothingElse() throws Exception {
        var queue = new EventQueue();
        queue.put(new ServerEvent.ToolsChanged());
        assertThat(queue.end(new SubscriptionEnd.Dropped("gone"))).isTrue();
        queue.put(new ServerEvent.PromptsChanged());
        assertThat(next(queue)).isEqualTo(new ServerEvent.ToolsChanged());
        assertThat(queue.take(Deadline.after(Duration.ofSeconds(30)))).isEmpty();
        queue.put(new ServerEvent.ResourcesChanged());
        assertThat(queue.take(Deadline.after(Duration.ofSeconds(30)))).isEmpty();
    }

    @Test
    void whoeverWasTooSlowIsToldHowMuchTheyMissed() {
        var queue = new EventQueue();
        for (int i = 1; i <= 10; i++) {
            queue.put(update(i));
        }
        assertThat(queue.end()).isEqualTo(new SubscriptionEnd.Lagged(3));
    }
}
