package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.peer.Listening;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A stream that ended by itself is closed by whoever read it. */
class EndedSubscriptionTest {
    private final List<String> happened = new ArrayList<>();
    private final Deque<SubscriptionEnd> ends = new ArrayDeque<>();

    /** A stream that has ended already. */
    private final class Ended implements Listening {
        private final int number;
        private final SubscriptionEnd end;

        Ended(int number, SubscriptionEnd end) {
            this.number = number;
            this.end = end;
            happened.add("open " + number);
        }

        @Override
        public Optional<ServerEvent> next(Deadline deadline) {
            return Optional.empty();
        }

        @Override
        public SubscriptionEnd end() {
            return end;
        }

        @Override
        public void close() {
            happened.add("close " + number);
        }
    }

    private Subscription subscription(SubscriptionEnd... inTurn) {
        ends.addAll(List.of(inTurn));
        return new Subscription(
                SubscriptionFilter.toolsChanged(),
                deadline -> new Ended(inTurn.length - ends.size() + 1, ends.removeFirst()),
                () -> true,
                new Backoff(Duration.ZERO));
    }

    @Test
    void aStreamThatWasDroppedIsClosedBeforeTheNextIsOpened() throws Exception {
        var over = new SubscriptionEnd.Graceful();
        try (var changes = subscription(new SubscriptionEnd.Dropped("gone"), over)) {
            assertThat(changes.next(LIMIT)).contains(new ServerEvent.ToolsChanged());
            assertThat(changes.next(LIMIT)).isEmpty();
            assertThat(changes.end()).contains(over);
        }
        assertThat(happened).containsExactly("open 1", "close 1", "open 2", "close 2");
    }

    @Test
    void aStreamThatIsOverIsClosedThoughNobodyClosesTheSubscription() throws Exception {
        var slow = new SubscriptionEnd.Lagged(7);
        try (var changes = subscription(slow)) {
            assertThat(changes.next(LIMIT)).isEmpty();
            assertThat(changes.end()).contains(slow);
            assertThat(happened).containsExactly("open 1", "close 1");
        }
    }
}
