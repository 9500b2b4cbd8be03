package dev.fairlead.wire;

import static dev.fairlead.wire.Line.news;
import static dev.fairlead.wire.Line.next;
import static dev.fairlead.wire.Line.patience;
import static dev.fairlead.wire.Threads.beside;
import static dev.fairlead.wire.Threads.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a line ends, and what everybody who waits on it learns. */
class MultiplexerEndTest {
    private final Line line = new Line();

    @AfterEach
    void leavesNoThread() throws InterruptedException {
        line.close();
        for (var thread : line.threads) {
            ended(thread);
        }
    }

    private void everyoneFailsWith(String detail) throws Exception {
        var waiting = new ArrayList<Threads.Beside<Optional<Message>>>();
        for (int i = 0; i < 20; i++) {
            var exchange = line.ask(i);
            line.far.heard();
            waiting.add(beside(() -> exchange.next(Deadline.never())).waiting());
        }
        var listening =
                beside(() -> line.wire.unsolicited().next(Deadline.never())).waiting();
        endsNow.run();
        for (var one : waiting) {
            assertThat(one.failure())
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContainingAll("ask/", "'files'", detail)
                    .matches(failure -> ((McpException) failure).maybeExecuted());
        }
        assertThat(listening.failure())
                .hasMessageContainingAll("listening", detail)
                .matches(failure -> !((McpException) failure).maybeExecuted());
        ended(line.threads.get(1));
        assertThatThrownBy(() -> line.ask(100))
                .hasMessageContainingAll("ask/100", detail)
                .matches(failure -> !((McpException) failure).maybeExecuted());
        assertThatThrownBy(() -> line.wire.post(new Notification("n", null))).hasMessageContaining(detail);
    }

    private Runnable endsNow = () -> {};

    @Nested
    class ByTheServer {

        @Test
        @Tag("C-8")
        void failsEveryPendingExchangeAtOnceWithItsReason() throws Exception {
            endsNow = line.far::hangUp;
            everyoneFailsWith("the script hung up");
        }

        @Test
        void throughABrokenStreamKeepsTheCause() throws Exception {
            endsNow = () -> line.far.meets(() -> {
                throw new IOException("reset");
            });
            everyoneFailsWith("broken: reset");
        }

        @Test
        void throughADefectOfTheStreamIsAClearFailure() throws Exception {
            endsNow = () -> line.far.meets(() -> {
                throw new IllegalStateException("a defect");
            });
            everyoneFailsWith("reading failed: java.lang.IllegalStateException: a defect");
        }

        @Test
        void throughAnErrorOfTheMachineIsAClearFailure() throws Exception {
            endsNow = () -> line.far.meets(() -> {
                throw new OutOfMemoryError("pretended");
            });
            everyoneFailsWith("pretended");
        }

        @Test
        void throughADefectInWritingIsAClearFailure() throws Exception {
            endsNow = () -> {
                line.far.writesWith(json -> {
                    throw new IllegalStateException("a defect");
                });
                line.wire.post(new Notification("n", null));
            };
            everyoneFailsWith("writing failed: java.lang.IllegalStateException: a defect");
        }

        @Test
        void isToldEvenIfAskingForTheReasonFails() throws Exception {
            var exchange = line.ask(1);
            line.far.endsWith(() -> {
                throw new IllegalStateException("nobody knows");
            });
            line.far.hangUp();
            assertThatThrownBy(() -> next(exchange))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContainingAll("the stream ended", "nobody knows");
        }

        @Test
        void stillDeliversWhatItSaidBefore() throws Exception {
            var exchange = line.ask(1);
            var answered = line.ask(2);
            line.far.say(news("progress", 1));
            line.far.answer(2);
            line.far.hangUp();
            ended(line.threads.getFirst());
            assertThat(next(exchange)).isEqualTo(news("progress", 1));
            assertThatThrownBy(() -> next(exchange)).hasMessageContaining("hung up");
            assertThatThrownBy(() -> next(exchange)).hasMessageContaining("hung up");
            assertThat(next(answered)).isNotNull();
            assertThat(answered.next(patience())).isEmpty();
        }

        @Test
        void tellsRequestsInTheQueueThatTheyWereNeverSent() throws Exception {
            line.far.stopsReading();
            var writing = line.ask(1);
            line.far.writing.await();
            var queued = line.ask(2);
            line.far.hangUp();
            assertThatThrownBy(() -> next(writing)).matches(failure -> ((McpException) failure).maybeExecuted());
            assertThatThrownBy(() -> next(queued)).matches(failure -> !((McpException) failure).maybeExecuted());
        }

        @Test
        void ofItsInputAloneRefusesNewRequestsAndLetsOldOnesBeAnswered() throws Exception {
            var exchange = line.ask(1);
            line.far.heard();
            line.far.writesWith(json -> {
                throw new IOException("broken pipe");
            });
            line.wire.post(new Notification("n", null));
            ended(line.threads.get(1));
            assertThatThrownBy(() -> line.ask(2)).hasMessageContaining("closed its input");
            assertThatThrownBy(() -> line.wire.post(new Notification("n", null)))
                    .hasMessageContaining("closed its input");
            line.far.answer(1);
            assertThat(next(exchange)).isNotNull();
        }

        @Test
        void ofItsInputAloneFailsWhatIsInTheQueue() throws Exception {
            var release = new CountDownLatch(1);
            line.far.writesWith(json -> {
                release.await();
                throw new IOException("broken pipe");
            });
            var written = line.ask(1);
            line.far.writing.await();
            var queued = line.ask(2);
            release.countDown();
            assertThatThrownBy(() -> next(queued))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("closed its input")
                    .matches(failure -> !((McpException) failure).maybeExecuted());
            line.far.answer(1);
            assertThat(next(written)).isNotNull();
        }
    }

    @Nested
    class ByUs {

        @Test
        void failsEveryPendingExchangeAsClosed() throws Exception {
            var exchange = line.ask(1);
            var reader = beside(() -> exchange.next(Deadline.never())).waiting();
            var listening =
                    beside(() -> line.wire.unsolicited().next(Deadline.never())).waiting();
            line.close();
            assertThat(reader.failure())
                    .isInstanceOf(ClientClosedException.class)
                    .hasMessageContaining("ask/1");
            assertThat(listening.failure()).isInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> line.ask(2)).isInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> line.wire.post(new Notification("n", null)))
                    .isInstanceOf(ClientClosedException.class);
            assertThat(exchange.abandon()).isTrue();
            assertThat(line.wire.pendingCount()).isZero();
        }

        @Test
        void canBeDoneAgainAndFromManyThreads() throws Exception {
            var closers = new ArrayList<Threads.Beside<String>>();
            for (int i = 0; i < 10; i++) {
                closers.add(beside(() -> {
                    line.close();
                    return "closed";
                }));
            }
            for (var closer : closers) {
                assertThat(closer.result()).isEqualTo("closed");
            }
            line.close();
            assertThat(line.far.closings).hasPositiveValue();
        }

        @Test
        void letsTheLastMessagesLeave() throws Exception {
            // They get a moment, which a busy machine may miss now and then but not always.
            boolean left = false;
            for (int i = 0; i < 20 && !left; i++) {
                var other = new Line();
                other.wire.post(new Notification("cancelled", null));
                other.close();
                left = other.far.written.size() == 1;
            }
            assertThat(left).isTrue();
        }

        @Test
        void waitsAMomentForWhatIsStillInTheQueue() throws Exception {
            boolean left = false;
            for (int i = 0; i < 20 && !left; i++) {
                var other = new Line();
                var release = other.far.jams();
                other.wire.post(new Notification("first", null));
                other.far.writing.await();
                other.wire.post(new Notification("cancelled", null));
                var closer = closing(other).waitingOrOver();
                release.countDown();
                assertThat(closer.result()).isFalse();
                left = other.far.written.size() == 2;
            }
            assertThat(left).isTrue();
        }

        @Test
        void waitsAMomentForTheThreadThatReads() throws Exception {
            assertThat(waitsFor((other, lingering) -> other.far.meets(() -> {
                        lingering.run();
                        return Optional.empty();
                    })))
                    .isTrue();
        }

        @Test
        void waitsAMomentForTheThreadThatWrites() throws Exception {
            assertThat(waitsFor((other, lingering) -> {
                        other.far.writesWith(json -> lingering.run());
                        other.wire.post(new Notification("n", null));
                        other.far.writing.await();
                        other.far.hangUp();
                        ended(other.threads.getFirst()); // So that there is nobody else to wait for.
                    }))
                    .isTrue();
        }

        @Test
        void isBoundedWhenTheServerDoesNotRead() throws Exception {
            line.far.stopsReading();
            line.ask(1);
            line.far.writing.await();
            line.wire.post(new Notification("n", null));
            beside(() -> {
                        line.close();
                        return "closed";
                    })
                    .result();
        }

        @Test
        void isBoundedEvenWhenClosingDoesNotFreeTheWriter() throws Exception {
            var release = line.far.jams();
            line.ask(1);
            line.far.writing.await();
            var closer = beside(() -> {
                long start = System.nanoTime();
                line.close();
                return Duration.ofNanos(System.nanoTime() - start);
            });
            assertThat(closer.result()).isLessThan(Duration.ofSeconds(20));
            release.countDown();
        }

        @Test
        void keepsTheInterruptOfTheCloser() throws Exception {
            line.ask(1);
            var closer = beside(() -> {
                Thread.currentThread().interrupt();
                line.close();
                return Thread.interrupted();
            });
            assertThat(closer.result()).isTrue();
        }

        @Test
        void keepsAnInterruptThatComesWhileItWaits() throws Exception {
            boolean kept = false;
            for (int i = 0; i < 20 && !kept; i++) {
                var other = new Line();
                var release = other.far.jams();
                other.wire.post(new Notification("n", null));
                other.far.writing.await();
                var closer = closing(other).waitingOrOver();
                closer.thread().interrupt();
                kept = closer.result();
                release.countDown();
            }
            assertThat(kept).isTrue();
        }
    }

    /** Closes a line, and tells whether whoever does so is interrupted afterwards. */
    private static Threads.Beside<Boolean> closing(Line line) {
        return beside(() -> {
            line.close();
            return Thread.interrupted();
        });
    }

    /** Has a thread of a line not end before it has lingered. */
    private interface Scene {
        void set(Line line, Runnable lingering) throws Exception;
    }

    /** Tells whether closing waits for a thread that ends only once whoever closes waits, or has ended. */
    private static boolean waitsFor(Scene scene) throws Exception {
        var waited = new AtomicBoolean();
        // Closing waits for a moment, which a busy machine may miss now and then but not always.
        for (int i = 0; i < 20 && !waited.get(); i++) {
            var other = new Line();
            var closer = new CompletableFuture<Threads.Beside<Boolean>>();
            scene.set(other, () -> {
                if (!closer.join().waitingOrOver().task().isDone()) {
                    waited.set(true);
                }
            });
            closer.complete(closing(other));
            assertThat(closer.join().result()).isFalse();
            ended(other.threads.getLast());
        }
        return waited.get();
    }

    @Nested
    class BreakingOff {

        @Test
        void failsEverybodyWithThatReason() throws Exception {
            endsNow = () -> line.wire.breakOff(Breakage.lost("the process is gone", null));
            everyoneFailsWith("the process is gone");
        }

        @Test
        void countsTheFirstReasonOnly() throws Exception {
            var exchange = line.ask(1);
            line.wire.breakOff(Breakage.lost("first", null));
            line.wire.breakOff(Breakage.lost("second", null));
            line.far.hangUp();
            line.close();
            assertThatThrownBy(() -> next(exchange)).hasMessageContaining("first");
        }

        @Test
        void withGraceReadsWhatIsStillInTheStream() throws Exception {
            var exchange = line.ask(1);
            line.far.answer(1);
            line.far.hangUp();
            line.wire.breakOff(Breakage.lost("exited", null), Threads.PATIENCE);
            assertThat(next(exchange)).isNotNull();
        }

        @Test
        void withGraceDoesNotWaitForAStreamThatStaysOpen() throws Exception {
            var exchange = line.ask(1);
            line.wire.breakOff(Breakage.lost("exited", null), Duration.ofMillis(20));
            assertThatThrownBy(() -> next(exchange)).hasMessageContaining("exited");
        }

        @Test
        void withGraceWaitsLongerForAMessageThatIsBeingDecoded() throws Exception {
            var answered = line.ask(1);
            var waiting = line.ask(2);
            var looks = new AtomicInteger();
            line.far.waitsWhile(() -> {
                if (looks.incrementAndGet() == 2) {
                    line.far.answer(1);
                    line.far.hangUp();
                }
                return false;
            });
            line.wire.breakOff(Breakage.lost("exited", null), Duration.ofMillis(1));
            assertThat(next(answered)).isNotNull();
            assertThatThrownBy(() -> next(waiting)).hasMessageContaining("the script hung up");
        }

        @Test
        void withGraceIsDoneAtOnceByWhoeverIsInterrupted() throws Exception {
            var exchange = line.ask(1);
            var interrupted = beside(() -> {
                Thread.currentThread().interrupt();
                line.wire.breakOff(Breakage.lost("exited", null), Duration.ofDays(1));
                return Thread.interrupted();
            });
            assertThat(interrupted.result()).isTrue();
            assertThatThrownBy(() -> next(exchange)).hasMessageContaining("exited");
        }
    }
}
