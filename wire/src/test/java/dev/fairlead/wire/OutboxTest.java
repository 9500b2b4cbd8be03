package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private static final Deadline NOW = Deadline.after(Duration.ZERO);
    private static final Deadline SOON = Deadline.after(Duration.ofMillis(20));
    private static final int MAX = 10;
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final Outbox outbox = new Outbox(MAX, IDLE, Thread::new);

    private static byte[] bytes(int length) {
        return new byte[length];
    }

    private Outbox.Parcel put(int length) throws Exception {
        return outbox.put(bytes(length), NOW).orElseThrow();
    }

    @Nested
    class Full {

        @Test
        void makesCallersWaitForRoomUntilTheirDeadline() throws Exception {
            put(6);
            put(4);
            assertThatThrownBy(() -> outbox.put(bytes(1), NOW)).isInstanceOf(TimeoutException.class);
            assertThatThrownBy(() -> outbox.put(bytes(1), SOON)).isInstanceOf(TimeoutException.class);
        }

        @Test
        void letsAWaitingCallerInOnceTheWriterHasTakenSomething() throws Exception {
            put(6);
            put(4);
            var waiting = beside(() -> outbox.put(bytes(5), Deadline.never())).waiting();
            assertThat(outbox.take().orElseThrow().json).hasSize(6);
            assertThat(waiting.result()).isPresent();
        }

        @Test
        void letsAWaitingCallerInOnceAnotherHasWithdrawn() throws Exception {
            var parcel = put(10);
            var waiting = beside(() -> outbox.put(bytes(5), Deadline.never())).waiting();
            assertThat(outbox.withdraw(parcel)).isTrue();
            assertThat(waiting.result()).isPresent();
        }

        @Test
        void letsAnInterruptedCallerGo() throws Exception {
            put(10);
            var waiting = beside(() -> outbox.put(bytes(5), Deadline.never())).waiting();
            waiting.thread().interrupt();
            assertThat(waiting.failure()).isInstanceOf(InterruptedException.class);
            assertThat(outbox.take()).isPresent();
            assertThat(outbox.poll()).isEmpty();
        }

        @Test
        void acceptsPostsWithoutWaiting() throws Exception {
            put(10);
            assertThat(outbox.post(bytes(3))).isTrue();
            assertThat(outbox.post(bytes(7))).isTrue();
            assertThat(outbox.take().orElseThrow().json).hasSize(10);
            assertThat(outbox.take().orElseThrow().json).hasSize(3);
        }

        @Test
        void refusesPostsOnceThereIsTwiceAsMuchAsItHolds() throws Exception {
            put(10);
            assertThat(outbox.post(bytes(10))).isTrue();
            assertThat(outbox.post(bytes(1))).isFalse();
            assertThat(outbox.closed()).isFalse();
            outbox.take();
            assertThat(outbox.post(bytes(1))).isTrue();
        }

        @Test
        void refusesPostsOnceThereAreTooManyHoweverSmall() throws Exception {
            var roomy = new Outbox(Long.MAX_VALUE / 4, IDLE, Thread::new);
            for (int i = 0; i < 100_000; i++) {
                assertThat(roomy.post(bytes(1))).isTrue();
            }
            assertThat(roomy.post(bytes(1))).isFalse();
        }
    }

    @Test
    void aMessageLargerThanTheWholeQueuePassesWhenItIsAlone() throws Exception {
        put(50);
        assertThatThrownBy(() -> outbox.put(bytes(50), NOW)).isInstanceOf(TimeoutException.class);
        assertThat(outbox.take().orElseThrow().json).hasSize(50);
        put(50);
        outbox.take();
        assertThat(outbox.post(bytes(50))).isTrue();
    }

    @Nested
    class Withdrawing {

        @Test
        void keepsAMessageFromEverBeingWritten() throws Exception {
            var first = put(1);
            var second = put(2);
            assertThat(outbox.withdraw(first)).isTrue();
            assertThat(outbox.take()).contains(second);
            assertThat(outbox.withdraw(first)).as("still not written").isTrue();
        }

        @Test
        void comesTooLateOnceTheWriterHasIt() throws Exception {
            var parcel = put(1);
            assertThat(outbox.take()).contains(parcel);
            assertThat(outbox.withdraw(parcel)).isFalse();
            outbox.close();
            assertThat(outbox.withdraw(parcel)).isFalse();
        }

        @Test
        void knowsThatWhatWasDroppedByClosingWasNeverWritten() throws Exception {
            var parcel = put(1);
            outbox.close();
            assertThat(outbox.withdraw(parcel)).isTrue();
        }

        @Test
        void andTakingAtTheSameInstantHaveExactlyOneWinner() {
            Tries.each(500, random -> {
                var racing = new Outbox(MAX, IDLE, Thread::new);
                var parcel = racing.put(bytes(3), NOW).orElseThrow();
                var writer = beside(racing::take);
                var caller = beside(() -> racing.withdraw(parcel));
                boolean withdrawn = caller.result();
                racing.close();
                assertThat(writer.result().isPresent()).isNotEqualTo(withdrawn);
            });
        }
    }

    @Nested
    class Closing {

        @Test
        void wakesEverybodyAndAcceptsNothingMore() throws Exception {
            put(10);
            var caller = beside(() -> outbox.put(bytes(5), Deadline.never())).waiting();
            var flusher = beside(() -> outbox.flushed(Deadline.never())).waiting();
            outbox.close();
            assertThat(caller.result()).isEmpty();
            flusher.result();
            assertThat(outbox.take()).isEmpty();
            assertThat(outbox.put(bytes(1), NOW)).isEmpty();
            assertThat(outbox.post(bytes(1))).isFalse();
            assertThat(outbox.closed()).isTrue();
        }

        @Test
        void wakesAWriterThatWaits() throws Exception {
            var writer = beside(outbox::take).waiting();
            outbox.close();
            assertThat(writer.result()).isEmpty();
        }
    }

    @Nested
    class Grabbing {

        @Test
        void isForWhatIsSmallerThanTheSmallestPipe() {
            assertThat(outbox.grab(bytes(4096))).isEmpty();
            assertThat(outbox.grab(bytes(4095))).isPresent();
        }

        @Test
        void countsWhatTheServerMayNotHaveReadYet() {
            var parcel = outbox.grab(bytes(4000)).orElseThrow();
            outbox.wrote();
            assertThat(outbox.grab(bytes(95))).isEmpty();
            outbox.read(parcel);
            assertThat(outbox.grab(bytes(95))).isPresent();
        }
    }

    @Nested
    class Flushing {

        @Test
        void endsWhenACallerHasWrittenItself() throws Exception {
            assertThat(outbox.grab(bytes(1))).isPresent();
            var flusher = beside(() -> outbox.flushed(Deadline.never())).waiting();
            outbox.wrote();
            assertThat(flusher.result()).isTrue();
        }

        @Test
        void endsWhenTheWriterComesBackForMore() throws Exception {
            put(1);
            put(1);
            assertThat(outbox.flushed(NOW)).isFalse();
            assertThat(outbox.take()).isPresent();
            assertThat(outbox.poll()).isPresent();
            assertThat(outbox.poll()).isEmpty();
            assertThat(outbox.flushed(NOW))
                    .as("the second is still being written")
                    .isFalse();
            var flusher = beside(() -> outbox.flushed(Deadline.never())).waiting();
            var writer = beside(outbox::take);
            assertThat(flusher.result()).isTrue();
            outbox.close();
            assertThat(writer.result()).isEmpty();
        }

        @Test
        void isInterruptible() throws Exception {
            put(1);
            var flusher = beside(() -> outbox.flushed(Deadline.never())).waiting();
            flusher.thread().interrupt();
            assertThat(flusher.failure()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    @Tag("C-15")
    void countsItsBytesRightUnderRandomUse() {
        Tries.each(300, random -> {
            var queue = new Outbox(MAX, IDLE, Thread::new);
            var model = new ArrayList<Outbox.Parcel>();
            for (int i = 0; i < 200; i++) {
                int used = model.stream().mapToInt(parcel -> parcel.json.length).sum();
                switch (random.nextInt(4)) {
                    case 0, 1 -> {
                        var json = bytes(random.nextInt(1, 15));
                        if (used == 0 || used + json.length <= MAX) {
                            model.add(queue.put(json, NOW).orElseThrow());
                        } else {
                            assertThatThrownBy(() -> queue.put(json, NOW)).isInstanceOf(TimeoutException.class);
                        }
                    }
                    case 2 -> {
                        if (!model.isEmpty()) {
                            assertThat(queue.take()).contains(model.removeFirst());
                        }
                    }
                    default -> {
                        if (!model.isEmpty()) {
                            var parcel = model.remove(random.nextInt(model.size()));
                            assertThat(queue.withdraw(parcel)).isTrue();
                            assertThat(queue.withdraw(parcel)).isTrue();
                        }
                    }
                }
            }
        });
    }

    @Test
    void losesAndDoublesNothingBetweenManyCallersAndOneWriter() throws Exception {
        var written = Collections.synchronizedList(new ArrayList<Outbox.Parcel>());
        var writer = beside(() -> {
            for (var parcel = outbox.take(); parcel.isPresent(); parcel = outbox.take()) {
                written.add(parcel.get());
            }
            return "done";
        });
        var callers = new ArrayList<Threads.Beside<List<Outbox.Parcel>>>();
        for (int i = 0; i < 50; i++) {
            int own = i;
            callers.add(beside(() -> {
                var kept = new ArrayList<Outbox.Parcel>();
                for (int k = 0; k < 40; k++) {
                    var parcel = outbox.put(bytes(1 + (own + k) % 7), Deadline.never())
                            .orElseThrow();
                    if (k % 3 != 0 || !outbox.withdraw(parcel)) {
                        kept.add(parcel);
                    }
                }
                return kept;
            }));
        }
        var expected = new HashSet<Outbox.Parcel>();
        for (var caller : callers) {
            expected.addAll(caller.result());
        }
        assertThat(outbox.flushed(Deadline.after(Threads.PATIENCE))).isTrue();
        outbox.close();
        writer.result();
        assertThat(written).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
    }
}
