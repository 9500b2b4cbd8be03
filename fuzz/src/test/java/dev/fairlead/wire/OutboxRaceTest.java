package dev.fairlead.wire;

import dev.fairlead.fuzz.Race;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message is written or taken back, and none is left without a writer. */
@Tag("thorough")
class OutboxRaceTest {

    @Test
    void aMessageIsWrittenOrTakenBack() {
        Race.play(
                Scene.class,
                "; take | withdraw;",
                "; take | close; withdraw",
                "; take | withdraw | close;",
                "; withdraw | withdraw; take");
    }

    @Test
    void whatIsQueuedWhileTheWriterLeavesHasAnother() {
        Race.play(
                Scene.class,
                "take; take | post; take writers",
                "take; take | post post; take take writers",
                "take; take | post | close; take writers");
    }

    /** An outbox in which a message waits. */
    public static final class Scene {
        private final AtomicInteger writers = new AtomicInteger();
        private final Outbox outbox = new Outbox(100, Duration.ZERO, () -> {
            writers.incrementAndGet();
            return Thread.currentThread();
        });
        private final Outbox.Parcel parcel;

        public Scene() throws InterruptedException, TimeoutException, Outbox.NoWriterException {
            parcel = outbox.put(new byte[3], Deadline.never()).orElseThrow();
        }

        @Operation
        public boolean withdraw() {
            return outbox.withdraw(parcel);
        }

        @Operation
        public boolean post() throws Outbox.NoWriterException {
            return outbox.post(new byte[4]);
        }

        /** Does what a writer does; whoever waits in vain has left. */
        @Operation
        public int take() throws InterruptedException {
            return outbox.take().map(taken -> taken.json.length).orElse(0);
        }

        @Operation
        public void close() {
            outbox.close();
        }

        @Operation
        public int writers() {
            return writers.get();
        }
    }
}
