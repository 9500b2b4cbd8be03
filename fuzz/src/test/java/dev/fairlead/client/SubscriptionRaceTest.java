package dev.fairlead.client;

import dev.fairlead.client.peer.Listening;
import dev.fairlead.fuzz.Race;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionEnd;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.wire.Backoff;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A subscription that is closed while it listens again leaves no stream open. */
class SubscriptionRaceTest {

    @Test
    void closingWhileItListensAgainLeavesNothingOpen() {
        Race.play(
                Scene.class,
                "; next | close; next open",
                "; next next | close; open",
                "next; next | close; open",
                "; next | close | close; open");
    }

    /** A subscription whose first stream the server has dropped already. */
    public static final class Scene {
        private final AtomicInteger opened = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private final Subscription subscription = new Subscription(
                SubscriptionFilter.toolsChanged(),
                deadline -> new Stream(opened.getAndIncrement() == 0),
                () -> true,
                new Backoff(Duration.ZERO));

        private final class Stream implements Listening {
            private final boolean dropped;
            private final AtomicBoolean closed = new AtomicBoolean();

            Stream(boolean dropped) {
                this.dropped = dropped;
                if (!dropped) {
                    open.incrementAndGet();
                }
            }

            @Override
            public Optional<ServerEvent> next(Deadline deadline) throws TimeoutException {
                if (dropped || closed.get()) {
                    return Optional.empty();
                }
                throw new TimeoutException();
            }

            @Override
            public SubscriptionEnd end() {
                return dropped ? new SubscriptionEnd.Dropped("gone") : new SubscriptionEnd.Cancelled();
            }

            @Override
            public void close() {
                if (!dropped && closed.compareAndSet(false, true)) {
                    open.decrementAndGet();
                }
            }
        }

        @Operation
        public String next() throws InterruptedException {
            try {
                return subscription.next(Duration.ZERO).isPresent() ? "event" : "end";
            } catch (TimeoutException silent) {
                return "nothing";
            }
        }

        @Operation
        public void close() {
            subscription.close();
        }

        @Operation
        public int open() {
            return open.get();
        }

        @Validate
        public void whatIsClosedListensNoMore() {
            if (subscription.end().isPresent() && open.get() != 0) {
                throw new IllegalStateException("closed, and a stream is open");
            }
        }
    }
}
