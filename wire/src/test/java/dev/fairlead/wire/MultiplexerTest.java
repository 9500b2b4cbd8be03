package dev.fairlead.wire;

import static dev.fairlead.wire.Line.news;
import static dev.fairlead.wire.Line.next;
import static dev.fairlead.wire.Line.patience;
import static dev.fairlead.wire.Line.request;
import static dev.fairlead.wire.Threads.beside;
import static dev.fairlead.wire.Threads.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MultiplexerTest {
    private final Line line = new Line();

    @AfterEach
    void leavesNoThread() throws InterruptedException {
        line.close();
        for (var thread : line.threads) {
            ended(thread);
        }
    }

    private static Response.Result result(long id) {
        return new Response.Result(RequestId.of(id), Json.object().put("to", id));
    }

    @Nested
    class Answers {

        @Test
        @Tag("A-5")
        @Tag("C-10")
        void reachTheirCallersInAnyOrderAndEndTheExchange() throws Exception {
            var first = line.ask(1);
            var second = line.ask(2);
            line.far.answer(2);
            line.far.answer(1);
            assertThat(next(first)).isEqualTo(result(1));
            assertThat(next(second)).isEqualTo(result(2));
            assertThat(first.next(patience())).isEmpty();
            assertThat(line.wire.pendingCount()).isZero();
            assertThat(line.violations).isEmpty();
        }

        @Test
        @Tag("I-10")
        void toNobodyAreReportedAndDisturbNobody() throws Exception {
            var exchange = line.ask(1);
            line.far.answer(99);
            line.far.answer(1);
            line.far.answer(1);
            assertThat(next(exchange)).isEqualTo(result(1));
            next(askAndAnswer(2));
            assertThat(line.kinds()).containsExactly(Violation.Kind.STRAY_RESPONSE, Violation.Kind.STRAY_RESPONSE);
        }

        @Test
        void withTheNumberAsTextAreMatchedAndReported() throws Exception {
            var exchange = line.ask(7);
            line.ask(8);
            var answer = new Response.Result(RequestId.of("7"), Json.object());
            line.far.say(answer);
            assertThat(next(exchange)).isEqualTo(answer);
            assertThat(line.kinds()).containsExactly(Violation.Kind.WRONG_ID);
        }

        @Test
        @Tag("A-5")
        void withoutIdAreMatchedOnlyWhereOneCallWaits() throws Exception {
            var refusal = new Response.Failure(null, RpcError.of(-32700, "what?"));
            var first = line.ask(1);
            line.far.say(refusal);
            assertThat(next(first)).isEqualTo(refusal);
            var second = line.ask(2);
            var third = line.ask(3);
            line.far.say(refusal);
            line.far.answer(2);
            line.far.answer(3);
            assertThat(next(second)).isEqualTo(result(2));
            assertThat(next(third)).isEqualTo(result(3));
            assertThat(line.kinds()).containsExactly(Violation.Kind.WRONG_ID, Violation.Kind.STRAY_RESPONSE);
        }

        @Test
        @Tag("A-5")
        void withoutIdAreNoAnswerToACallWhereTheyMayAnswerANotification() throws Exception {
            var unread = new Response.Failure(null, RpcError.of(-32600, "an id is missing"));
            var first = line.ask(1);
            line.far.say(unread);
            assertThat(next(first)).isEqualTo(unread);
            line.wire.post(new Notification("notifications/cancelled", null));
            var second = line.ask(2);
            for (int code : new int[] {-32600, -32601, -32602, -32603, -32000}) {
                line.far.say(new Response.Failure(null, RpcError.of(code, "what?")));
            }
            line.far.answer(2);
            assertThat(next(second)).isEqualTo(result(2));
            // What nobody could parse was not the notification, which is short and simple.
            var third = line.ask(3);
            var unparsed = new Response.Failure(null, RpcError.of(-32700, "what?"));
            line.far.say(unparsed);
            assertThat(next(third)).isEqualTo(unparsed);
        }

        @Test
        void thatAreMalformedFailTheirCallerOnly() throws Exception {
            var first = line.ask(1);
            var second = line.ask(2);
            var bad = new Message.Malformed(RequestId.of(1), false, "broken", "{");
            line.far.say(bad);
            line.far.say(new Message.Malformed(null, false, "noise", "hello"));
            line.far.answer(2);
            assertThat(next(first)).isEqualTo(bad);
            assertThat(next(second)).isEqualTo(result(2));
            assertThat(line.kinds()).containsExactly(Violation.Kind.MALFORMED, Violation.Kind.NOISE);
        }

        @Test
        void areNotMistakenForMalformedQuestionsWithTheSameId() throws Exception {
            var exchange = line.ask(1);
            line.far.say(new Message.Malformed(RequestId.of(1), true, "its params are no object", "{"));
            line.far.answer(1);
            assertThat(next(exchange)).isEqualTo(result(1));
            assertThat(line.kinds()).containsExactly(Violation.Kind.MALFORMED);
        }

        private Exchange askAndAnswer(long id) throws Exception {
            var exchange = line.ask(id);
            line.far.answer(id);
            return exchange;
        }
    }

    @Nested
    class Requests {

        @Test
        @Tag("A-3")
        void withAnIdInUseAreRefused() throws Exception {
            var first = line.ask(1);
            assertThatThrownBy(() -> line.ask(1)).isInstanceOf(IllegalStateException.class);
            line.ask(2);
            assertThat(line.far.heard()).isEqualTo(request(1));
            assertThat(line.far.heard()).isEqualTo(request(2));
            line.far.answer(1);
            assertThat(next(first)).isEqualTo(result(1));
        }

        @Test
        void areWrittenOnceAndInOrder() throws Exception {
            line.ask(1);
            line.wire.post(new Notification("n", null));
            line.ask(2);
            assertThat(line.far.heard()).isEqualTo(request(1));
            assertThat(line.far.heard()).isEqualTo(new Notification("n", null));
            assertThat(line.far.heard()).isEqualTo(request(2));
        }

        @Test
        @Tag("I-13")
        void waitForTheirAnswerUntilTheDeadline() throws Exception {
            var exchange = line.ask(1);
            assertThatThrownBy(() -> exchange.next(Deadline.after(Duration.ofMillis(20))))
                    .isInstanceOf(TimeoutException.class);
            line.far.answer(1);
            assertThat(next(exchange)).isEqualTo(result(1));
        }

        @Test
        void waitLongerWhereThereIsReasonTo() throws Exception {
            var exchange = line.ask(1);
            var now = Deadline.after(Duration.ZERO);
            assertThatThrownBy(() -> exchange.next(now, Optional::empty)).isInstanceOf(TimeoutException.class);
            var answer = exchange.next(now, () -> {
                line.far.answer(1); // It comes only once the deadline has passed.
                return Optional.of(patience());
            });
            assertThat(answer).contains(result(1));
        }

        @Test
        void ofThreadsThatReadAtOnceAreSentAsAllOthers() throws Exception {
            var exchange = line.wire.converse(request(1), Headers.NONE, patience());
            assertThat(line.far.heard()).isEqualTo(request(1));
            line.far.answer(1);
            assertThat(next(exchange)).isEqualTo(result(1));
        }

        @Test
        void thatTheServerDoesNotTakeFailAloneAndOtherMessagesAreReported() throws Exception {
            Breakage tooLarge = (attempted, server, maybeExecuted) ->
                    new HttpStatusException(attempted, server, 413, "too large", maybeExecuted);
            var refused = line.ask(1);
            var taken = line.ask(2);
            line.wire.refuse(RequestId.of(1), tooLarge);
            assertThat(line.violations).isEmpty();
            line.wire.refuse(null, tooLarge);
            line.wire.refuse(null, Breakage.lost("no response", null));
            line.far.answer(2);
            assertThatThrownBy(() -> next(refused)).hasMessageContainingAll("ask/1", "too large");
            assertThat(next(taken)).isEqualTo(result(2));
            assertThat(line.kinds()).containsExactly(Violation.Kind.REFUSED_MESSAGE, Violation.Kind.LOST_MESSAGE);
            assertThat(line.violations.getFirst().detail()).contains("sending a message", "too large", "is unknown");
            assertThat(line.violations.getLast().detail()).contains("sending a message", "no response", "is unknown");
        }
    }

    @Nested
    class Messages {

        @Test
        void thatAreDeliveredAreBeforeWhatIsSentLater() throws Exception {
            line.wire.deliver(new Notification("first", null), patience());
            line.wire.post(new Notification("second", null));
            assertThat(line.far.heard()).isEqualTo(new Notification("first", null));
            assertThat(line.far.heard()).isEqualTo(new Notification("second", null));
        }

        @Test
        void thatArePostedMayHaveAnAnswerWhichNobodyReads() throws Exception {
            line.wire.post(request(1));
            assertThat(line.far.heard()).isEqualTo(request(1));
            line.far.answer(1);
            line.far.say(new Notification("n", null));
            next(line.wire.unsolicited());
            assertThat(line.kinds()).containsExactly(Violation.Kind.LATE);
        }
    }

    @Nested
    class Notifications {

        @Test
        @Tag("C-10")
        void reachTheExchangeTheyAreAboutInOrderAndBeforeTheAnswer() throws Exception {
            var first = line.ask(1);
            var second = line.ask(2);
            line.far.say(news("a", 1));
            line.far.say(news("b", 2));
            line.far.say(news("c", 1));
            line.far.answer(1);
            line.far.answer(2);
            assertThat(next(first)).isEqualTo(news("a", 1));
            assertThat(next(first)).isEqualTo(news("c", 1));
            assertThat(next(first)).isEqualTo(result(1));
            assertThat(next(second)).isEqualTo(news("b", 2));
            assertThat(next(second)).isEqualTo(result(2));
        }

        @Test
        @Tag("I-5")
        void aboutSomethingFinishedAreReported() throws Exception {
            var exchange = line.ask(1);
            line.far.answer(1);
            line.far.say(news("late", 1));
            line.far.say(new Notification("other", null));
            next(exchange);
            assertThat(next(line.wire.unsolicited())).isEqualTo(new Notification("other", null));
            assertThat(line.kinds()).containsExactly(Violation.Kind.STRAY_NOTIFICATION);
        }

        @Test
        void andRequestsAboutNothingGoToTheOneUnsolicitedStream() throws Exception {
            line.far.say(new Notification("n", null));
            line.far.say(request(1));
            assertThat(next(line.wire.unsolicited())).isEqualTo(new Notification("n", null));
            assertThat(next(line.wire.unsolicited())).isEqualTo(request(1));
            assertThat(line.wire.stirred()).isTrue();
        }

        @Test
        void ofTheUnsolicitedStreamComeAlthoughSomebodyHasLeftIt() throws Exception {
            var listening = line.wire.unsolicited();
            assertThat(listening.abandon()).as("a request may have been seen").isFalse();
            listening.close();
            line.far.say(new Notification("n", null));
            assertThat(next(listening)).isEqualTo(new Notification("n", null));
        }
    }

    @Nested
    class AFlood {

        @Test
        @Tag("C-15")
        void toAnExchangeThatNobodyReadsDoesNotStopTheOthers() throws Exception {
            var flooded = line.ask(1);
            for (int i = 0; i < 5000; i++) {
                line.far.say(news("n" + i, 1));
            }
            for (long id = 2; id < 10; id++) {
                var exchange = line.ask(id);
                line.far.answer(id);
                assertThat(next(exchange)).isEqualTo(result(id));
            }
            line.far.answer(1);
            int read = 0;
            Message last = null;
            for (var message = flooded.next(patience()); message.isPresent(); message = flooded.next(patience())) {
                last = message.get();
                read++;
            }
            assertThat(last).as("the answer fits all the same").isEqualTo(result(1));
            assertThat(read + line.violations.size()).isEqualTo(5001);
            assertThat(line.kinds()).containsOnly(Violation.Kind.FLOOD);
        }

        @Test
        @Tag("A-9")
        void ofQuestionsIsNotAnsweredHere() throws Exception {
            for (int i = 0; i < 1010; i++) {
                line.far.say(new Request(RequestId.of("q" + i), "m", null));
            }
            var exchange = line.ask(1);
            line.far.answer(1);
            next(exchange);
            assertThat(line.kinds()).hasSize(10).containsOnly(Violation.Kind.FLOOD);
        }
    }

    @Nested
    class AServerThatDoesNotRead {
        private final Request large =
                new Request(RequestId.of(100), "large", Json.object().put("x", "x".repeat(20 << 20)));
        private final Request larger =
                new Request(RequestId.of(101), "large", Json.object().put("x", "x".repeat(20 << 20)));

        @Test
        @Tag("I-13")
        void keepsACallerNoLongerThanItsDeadline() throws Exception {
            line.far.stopsReading();
            line.ask(1);
            line.far.writing.await();
            line.wire.exchange(large, patience());
            assertThatThrownBy(() -> line.wire.exchange(larger, Deadline.after(Duration.ofMillis(50))))
                    .isInstanceOf(TimeoutException.class);
            assertThat(line.wire.pendingCount()).isEqualTo(2);
            line.wire.post(new Notification("posts do not wait", null));
        }

        @Test
        void letsAnInterruptedCallerGo() throws Exception {
            line.far.stopsReading();
            line.ask(1);
            line.far.writing.await();
            line.wire.exchange(large, patience());
            var caller =
                    beside(() -> line.wire.exchange(larger, Deadline.never())).waiting();
            caller.thread().interrupt();
            assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
            assertThat(line.wire.pendingCount()).isEqualTo(2);
        }

        @Test
        void butAsksWithoutEndIsLeftBeforeItsAnswersFillTheMemory() throws Exception {
            line.far.stopsReading();
            var exchange = line.ask(1);
            line.far.writing.await();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000_000; i++) {
                            line.wire.post(new Notification("n", null));
                        }
                    })
                    .hasMessageContaining("reads nothing");
            assertThatThrownBy(() -> next(exchange)).hasMessageContaining("reads nothing");
        }

        @Test
        @Tag("I-8")
        void neverSeesARequestThatWasAbandonedInTheQueue() throws Exception {
            var release = line.far.jams();
            var writing = line.ask(1);
            line.far.writing.await();
            var queued = line.ask(2);
            assertThat(queued.abandon()).as("may have been seen").isFalse();
            assertThat(queued.abandon()).as("may have been seen, asked again").isFalse();
            assertThat(writing.abandon()).as("may have been seen").isTrue();
            line.ask(3);
            release.countDown();
            assertThat(line.far.heard()).isEqualTo(request(1));
            assertThat(line.far.heard()).isEqualTo(request(3));
            assertThat(line.wire.pendingCount()).isEqualTo(1);
        }
    }

    @Test
    @Tag("I-10")
    void anAbandonedExchangeWakesItsReaderAndItsAnswerIsLate() throws Exception {
        var exchange = line.ask(1);
        line.far.heard();
        var reader = beside(() -> exchange.next(Deadline.never())).waiting();
        assertThat(exchange.abandon()).isTrue();
        assertThat(reader.failure()).isInstanceOf(dev.fairlead.protocol.error.ClientClosedException.class);
        line.far.answer(1);
        line.far.say(new Notification("n", null));
        next(line.wire.unsolicited());
        assertThat(line.kinds()).containsExactly(Violation.Kind.LATE);
        exchange.close();
    }

    @Test
    void besideItsMessagesAnExchangeHasNothingToTell() throws Exception {
        var exchange = line.ask(1);
        assertThat(exchange.headers()).isEqualTo(Headers.NONE);
        assertThat(exchange.silence()).isGreaterThan(Duration.ofDays(1_000_000));
    }

    @Test
    void aLineThatBrokeHasLostNoSessionThatCouldBeRenewed() {
        var lost = Breakage.lost("gone", null).during("asking", "files", true);
        assertThat(line.wire.sessions().lost(lost)).isFalse();
    }

    @Test
    void aSignOfLifeCanComeAnotherWay() {
        assertThat(line.wire.stirred()).isFalse();
        line.wire.stir();
        assertThat(line.wire.stirred()).isTrue();
        assertThat(line.wire.multiplexed()).isTrue();
    }
}
