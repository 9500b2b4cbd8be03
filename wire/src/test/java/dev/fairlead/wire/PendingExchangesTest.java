package dev.fairlead.wire;

import static dev.fairlead.wire.Line.news;
import static dev.fairlead.wire.Line.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which message is for which exchange, without a line. */
class PendingExchangesTest {
    private static final Breakage LOST = Breakage.lost("gone", null);
    private static final Optional<Mailbox.Delivery> END = Optional.empty();

    private final List<Violation> violations = new ArrayList<>();
    private final PendingExchanges exchanges = new PendingExchanges(Line::about, Line.listener(violations));

    /** An exchange that notes what it was told. */
    private final class Waiting extends PendingExchanges.Pending {
        private final boolean unsent;
        private boolean answered;

        Waiting(long id, boolean unsent) {
            this(exchanges, id, unsent);
        }

        Waiting(PendingExchanges among, long id, boolean unsent) {
            super(request(id), among);
            this.unsent = unsent;
        }

        @Override
        void answered() {
            assertThat(mailbox.waiting())
                    .as("told before the answer can be read")
                    .isTrue();
            answered = true;
        }

        @Override
        boolean neverSent() {
            return unsent;
        }

        Optional<Mailbox.Delivery> next() throws InterruptedException, TimeoutException {
            return mailbox.take(Deadline.after(Duration.ZERO));
        }
    }

    private Waiting waiting(long id) {
        var exchange = new Waiting(id, false);
        exchanges.register(exchange);
        return exchange;
    }

    private static Response answer(long id) {
        return new Response.Result(RequestId.of(id), Json.object().put("to", id));
    }

    private static Optional<Mailbox.Delivery> message(Message message) {
        return Optional.of(new Mailbox.Delivery(message, null));
    }

    private static Optional<Mailbox.Delivery> broken(Breakage reason) {
        return Optional.of(new Mailbox.Delivery(null, reason));
    }

    private List<Violation.Kind> told() {
        return violations.stream().map(Violation::kind).toList();
    }

    @Nested
    class AnAnswer {

        @Test
        void comesThoughWhoeverHearsOfItsWrongIdFails() throws Exception {
            var failing = new PendingExchanges(Line::about, new WireListener() {
                @Override
                public void tolerated(Violation violation) {
                    throw new IllegalStateException("a defect");
                }

                @Override
                public void stderr(String line) {
                    throw new AssertionError("there is no standard error here");
                }
            });
            var asking = new Waiting(failing, 1, false);
            failing.register(asking);
            var wrong = new Response.Result(RequestId.of("1"), Json.object());
            assertThatThrownBy(() -> failing.sort(wrong)).hasMessage("a defect");
            assertThat(asking.next()).isEqualTo(message(wrong));
        }

        @Test
        void endsItsExchangeAndNoOther() throws Exception {
            var first = waiting(1);
            var second = waiting(2);
            exchanges.sort(answer(2));
            assertThat(second.next()).isEqualTo(message(answer(2)));
            assertThat(second.next()).isEqualTo(END);
            assertThat(second.answered).isTrue();
            assertThat(first.mailbox.waiting()).isTrue();
            assertThat(first.answered).isFalse();
            assertThat(exchanges.count()).isOne();
            assertThat(told()).isEmpty();
        }

        @Test
        void isReadOnce() {
            waiting(1);
            exchanges.sort(answer(1));
            exchanges.sort(answer(1));
            assertThat(told()).containsExactly(Violation.Kind.STRAY_RESPONSE);
        }

        @Test
        void afterGivingUpIsLateAndTheOneAfterThatStray() throws Exception {
            var exchange = waiting(1);
            exchanges.abandon(exchange);
            exchanges.abandon(exchange);
            exchanges.sort(answer(1));
            exchanges.sort(answer(1));
            assertThat(exchange.next()).isEqualTo(broken(Breakage.CLOSED));
            assertThat(told()).containsExactly(Violation.Kind.LATE, Violation.Kind.STRAY_RESPONSE);
        }

        @Test
        void toWhatWasNeverAwaitedIsLate() {
            exchanges.awaitNoAnswer(RequestId.of(5));
            exchanges.sort(answer(5));
            assertThat(told()).containsExactly(Violation.Kind.LATE);
        }

        @Test
        void isReadAlthoughTheExchangeIsGivenUpAfterwards() throws Exception {
            var exchange = waiting(1);
            exchanges.sort(answer(1));
            exchanges.abandon(exchange);
            assertThat(exchange.next()).isEqualTo(message(answer(1)));
            assertThat(exchange.next()).isEqualTo(END);
            exchanges.sort(answer(1));
            assertThat(told()).containsExactly(Violation.Kind.STRAY_RESPONSE);
        }
    }

    @Test
    void newsGoToTheExchangeTheyAreAbout() throws Exception {
        var exchange = waiting(1);
        exchanges.sort(news("start", 1));
        exchanges.sort(new Notification("other", null));
        assertThat(exchange.next()).isEqualTo(message(news("start", 1)));
        assertThat(exchanges.unsolicited().take(Deadline.after(Duration.ZERO)))
                .isEqualTo(message(new Notification("other", null)));
        exchanges.abandon(exchange);
        exchanges.sort(news("late", 1));
        exchanges.sort(news("never", 2));
        assertThat(told()).containsExactly(Violation.Kind.LATE, Violation.Kind.STRAY_NOTIFICATION);
    }

    @Test
    void anIdIsUsedOnceAtATime() {
        var first = waiting(1);
        assertThatThrownBy(() -> waiting(1)).isInstanceOf(IllegalStateException.class);
        exchanges.unregister(first);
        waiting(1);
        exchanges.unregister(first);
        assertThat(exchanges.count())
                .as("only the one that is meant is taken out")
                .isOne();
    }

    @Test
    void thereAreSomeUntilTheLastIsAnswered() {
        assertThat(exchanges.isEmpty()).isTrue();
        waiting(1);
        waiting(2);
        exchanges.sort(answer(1));
        assertThat(exchanges.isEmpty()).isFalse();
        exchanges.sort(answer(2));
        assertThat(exchanges.isEmpty()).isTrue();
    }

    @Nested
    class TheEnd {

        @Test
        void comesOnceAndToAll() throws Exception {
            var before = waiting(1);
            assertThat(exchanges.end(LOST)).isTrue();
            assertThat(exchanges.end(Breakage.CLOSED)).isFalse();
            exchanges.tellAll(LOST);
            var after = waiting(2);
            assertThat(before.next()).isEqualTo(broken(LOST));
            assertThat(after.next()).isEqualTo(broken(LOST));
            assertThat(exchanges.unsolicited().take(Deadline.never())).isEqualTo(broken(LOST));
            assertThat(exchanges.breakage()).isSameAs(LOST);
        }

        @Test
        void changesNothingForWhatHasEnded() throws Exception {
            var exchange = waiting(1);
            exchanges.sort(answer(1));
            exchanges.end(LOST);
            exchanges.tellAll(LOST);
            assertThat(exchange.next()).isEqualTo(message(answer(1)));
            assertThat(exchange.next()).isEqualTo(END);
        }

        @Test
        void byOurselvesLeavesNothingToComplainOf() {
            exchanges.end(Breakage.CLOSED);
            exchanges.tellAll(Breakage.CLOSED);
            exchanges.sort(answer(9));
            assertThat(told()).isEmpty();
        }
    }

    @Test
    void aRefusalFailsOneExchangeAndAnInputThatClosesThoseThatWereNotSent() throws Exception {
        var sent = waiting(1);
        var unsent = new Waiting(2, true);
        exchanges.register(unsent);
        var refused = waiting(3);
        exchanges.refuse(RequestId.of(3), LOST);
        exchanges.refuse(RequestId.of(4), LOST);
        exchanges.failUnsent(LOST);
        assertThat(refused.next()).isEqualTo(broken(LOST));
        assertThat(unsent.next()).isEqualTo(broken(LOST));
        assertThat(sent.mailbox.waiting()).isTrue();
    }

    @Test
    void anAnswerToWhatWasRefusedIsLate() {
        waiting(1);
        exchanges.refuse(RequestId.of(1), LOST);
        exchanges.sort(answer(1));
        exchanges.refuse(RequestId.of(2), LOST);
        exchanges.sort(answer(2));
        assertThat(told()).containsExactly(Violation.Kind.LATE, Violation.Kind.STRAY_RESPONSE);
    }
}
