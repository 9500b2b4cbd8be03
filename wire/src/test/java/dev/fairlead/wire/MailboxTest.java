package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final Deadline NOW = Deadline.after(Duration.ZERO);
    private static final Deadline LATER = Deadline.after(Duration.ofHours(1));
    private static final Breakage BROKEN = Breakage.lost("gone", null);

    /** Takes for the subject of news what its params name. */
    private static final Correlation SUBJECTS = new Correlation() {
        @Override
        public Optional<RequestId> exchangeOf(Notification notification) {
            return Optional.empty();
        }

        @Override
        public Optional<Object> subjectOf(Notification notification) {
            return Optional.ofNullable(notification.params()).map(params -> params.get("of"));
        }
    };

    private static Mailbox mailbox(int capacity) {
        return new Mailbox(capacity, SUBJECTS);
    }

    private static Message progress(String of, int number) {
        return new Notification("progress", Json.object().put("of", of).put("number", number));
    }

    private static Message request(int number) {
        return new Request(RequestId.of(number), "r", null);
    }

    /** Returns all that waits. */
    private static List<Message> all(Mailbox mailbox) throws Exception {
        var all = new ArrayList<Message>();
        while (mailbox.filled()) {
            mailbox.take(NOW).map(Mailbox.Delivery::message).ifPresent(all::add);
        }
        return all;
    }

    private static Message message(int number) {
        return new Notification("n" + number, null);
    }

    private static Optional<Mailbox.Delivery> delivery(int number) {
        return Optional.of(new Mailbox.Delivery(message(number), null));
    }

    @Test
    void keepsOrderUpToItsCapacityAndThenDropsTheOldestWithoutWaiting() throws Exception {
        var mailbox = mailbox(2);
        assertThat(mailbox.offer(message(1))).isTrue();
        assertThat(mailbox.offer(message(2))).isTrue();
        assertThat(mailbox.offer(message(3))).isFalse();
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(2));
        assertThat(mailbox.offer(message(4))).isTrue();
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(3));
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(4));
    }

    @Test
    void ofAFloodOfOneSubjectTheLastIsTold() throws Exception {
        var mailbox = mailbox(3);
        for (int i = 1; i <= 1000; i++) {
            assertThat(mailbox.offer(progress("a", i))).isEqualTo(i <= 3);
        }
        assertThat(all(mailbox)).containsExactly(progress("a", 998), progress("a", 999), progress("a", 1000));
    }

    @Test
    void whatNewerNewsOfTheSameSubjectHasOvertakenGoesBeforeAnythingElse() throws Exception {
        var mailbox = mailbox(5);
        mailbox.offer(message(1));
        mailbox.offer(progress("a", 1));
        mailbox.offer(progress("b", 1));
        mailbox.offer(progress("b", 2));
        mailbox.offer(progress("b", 3));

        assertThat(mailbox.offer(message(2))).isFalse();
        assertThat(mailbox.offer(progress("a", 2))).isFalse();
        assertThat(mailbox.offer(request(1))).isFalse();

        assertThat(all(mailbox))
                .containsExactly(message(1), progress("b", 3), message(2), progress("a", 2), request(1));
    }

    @Test
    void theLastOfASubjectIsToldWhateverElseFloods() throws Exception {
        var mailbox = mailbox(3);
        var first = new Notification("first", null);
        var flood = new Notification("flood", null);
        mailbox.offer(first);
        mailbox.offer(progress("a", 1));
        for (int i = 0; i < 1000; i++) {
            mailbox.offer(flood);
        }
        assertThat(all(mailbox)).containsExactly(first, progress("a", 1), flood);
    }

    @Test
    void noRequestIsDroppedForAnother() throws Exception {
        var mailbox = mailbox(2);
        mailbox.offer(request(1));
        mailbox.offer(progress("a", 1));
        assertThat(mailbox.offer(request(2))).isFalse();
        assertThat(mailbox.offer(request(3))).isFalse();
        assertThat(mailbox.offer(progress("a", 2))).isFalse();
        assertThat(all(mailbox)).containsExactly(request(1), request(2));
    }

    @Test
    void ofHugeNewsThatNobodyReadsOnlyTheLatestIsKept() throws Exception {
        var mailbox = mailbox(1000);
        for (int i = 1; i <= 200; i++) {
            assertThat(mailbox.offer(huge("news", i, 1 << 20))).isEqualTo(i <= 7);
        }
        assertThat(all(mailbox)).isEqualTo(between(194, 200, i -> huge("news", i, 1 << 20)));
        assertThat(mailbox.offer(huge("news", 201, 1 << 20))).isTrue();
    }

    @Test
    void whatIsLargerThanAllRoomIsKeptAlone() throws Exception {
        var mailbox = mailbox(1000);
        assertThat(mailbox.offer(huge("news", 1, 16 << 20))).isTrue();
        assertThat(mailbox.offer(message(2))).isFalse();
        assertThat(mailbox.offer(huge("news", 3, 16 << 20))).isFalse();
        assertThat(all(mailbox)).containsExactly(huge("news", 3, 16 << 20));
    }

    @Test
    void hugeNewsTakesTheRoomOfNewsOnlyAndOfNoneInVain() throws Exception {
        var mailbox = mailbox(1000);
        var question = new Request(RequestId.of(1), "r", Json.object().put("text", "x".repeat(1 << 20)));
        assertThat(mailbox.offer(question)).isTrue();
        assertThat(mailbox.offer(message(2))).isTrue();
        assertThat(mailbox.offer(huge("news", 3, 8 << 20))).isFalse();
        assertThat(mailbox.offer(huge("news", 4, 6 << 20))).isTrue();
        assertThat(mailbox.offer(huge("news", 5, 6 << 20))).isFalse();
        assertThat(all(mailbox)).containsExactly(question, message(2), huge("news", 5, 6 << 20));
    }

    @Test
    void requestsThatNobodyReadsAreBoundedInBytesToo() throws Exception {
        var mailbox = mailbox(1000);
        var params = Json.object().put("text", "x".repeat(1 << 20));
        for (int i = 1; i <= 20; i++) {
            assertThat(mailbox.offer(new Request(RequestId.of(i), "r", params))).isEqualTo(i <= 7);
        }
        mailbox.finish(huge("answer", 21, 16 << 20));
        assertThat(all(mailbox)).hasSize(8).endsWith(huge("answer", 21, 16 << 20));
    }

    @Test
    void whatWasTakenNeedsNoRoomAnyMore() throws Exception {
        var mailbox = mailbox(1000);
        mailbox.offer(huge("news", 0, 1 << 20));
        for (int i = 1; i <= 20; i++) {
            assertThat(mailbox.offer(huge("news", i, 1 << 20))).isTrue();
            assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(huge("news", i - 1, 1 << 20), null));
        }
    }

    @Test
    void newsThatIsGoneMakesNoRoomForRequests() throws Exception {
        var mailbox = mailbox(1000);
        for (int i = 1; i <= 20; i++) {
            mailbox.offer(huge("news", i, 1 << 20));
        }
        assertThat(all(mailbox)).hasSize(7);

        var params = Json.object().put("text", "x".repeat(1 << 20));
        for (int i = 1; i <= 20; i++) {
            assertThat(mailbox.offer(new Request(RequestId.of(i), "r", params))).isEqualTo(i <= 7);
        }
        assertThat(all(mailbox)).isEqualTo(between(1, 7, i -> new Request(RequestId.of(i), "r", params)));
    }

    private static Message huge(String method, int number, int chars) {
        return new Notification(method, Json.object().put("number", number).put("text", "x".repeat(chars)));
    }

    private static List<Message> between(int first, int last, IntFunction<Message> which) {
        return IntStream.rangeClosed(first, last).mapToObj(which).toList();
    }

    @Test
    void theLastMessageAlwaysFitsAndNothingFollows() throws Exception {
        var mailbox = mailbox(1);
        mailbox.offer(message(1));
        mailbox.finish(message(2));
        mailbox.finish(message(3));
        mailbox.breakOff(BROKEN);
        assertThat(mailbox.offer(message(4))).isFalse();
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(2));
        assertThat(mailbox.take(NOW)).isEmpty();
        assertThat(mailbox.take(NOW)).isEmpty();
    }

    @Test
    void whatCameBeforeABreakCanStillBeRead() throws Exception {
        var mailbox = mailbox(3);
        mailbox.offer(message(1));
        mailbox.breakOff(BROKEN);
        mailbox.breakOff(Breakage.CLOSED);
        mailbox.finish(message(2));
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
        assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(null, BROKEN));
        assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(null, BROKEN));
    }

    @Test
    void tellsWhetherSomethingWaitsAndWhetherMoreMayCome() throws Exception {
        var mailbox = mailbox(1);
        assertThat(mailbox.waiting()).isTrue();
        assertThat(mailbox.ended()).isFalse();

        mailbox.offer(message(1));
        assertThat(mailbox.waiting()).isFalse();
        assertThat(mailbox.ended()).isFalse();

        mailbox.end();
        assertThat(mailbox.filled()).isTrue();
        assertThat(mailbox.ended()).isTrue();

        assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
        assertThat(mailbox.filled()).isFalse();
        assertThat(mailbox.waiting()).isFalse();
    }

    @Test
    void whoeverAsksKeepsNoOtherThreadFromIt() throws Exception {
        var mailbox = mailbox(1);
        assertThat(mailbox.filled()).isFalse();
        assertThat(mailbox.waiting()).isTrue();
        assertThat(mailbox.ended()).isFalse();
        assertThat(beside(() -> mailbox.offer(message(1))).result()).isTrue();
    }

    @Test
    void waitingEndsAtTheDeadline() {
        var mailbox = mailbox(1);
        assertThatThrownBy(() -> mailbox.take(NOW)).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> mailbox.take(Deadline.after(Duration.ofMillis(20))))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void aVirtualThreadThatHasWaitedLongEndsAtTheDeadlineToo() throws Exception {
        var mailbox = mailbox(1);
        var limit = Deadline.after(Duration.ofMillis(300));
        var reader = new FutureTask<>(() -> mailbox.take(limit));
        Thread.startVirtualThread(reader);
        assertThatThrownBy(reader::get).hasCauseInstanceOf(TimeoutException.class);
        assertThat(limit.passed()).isTrue();
    }

    @Test
    void aVirtualThreadThatHasWaitedLongStillHearsWhatComes() throws Exception {
        var mailbox = mailbox(1);
        var reader = new FutureTask<>(() -> mailbox.take(LATER));
        var thread = Thread.ofVirtual().start(reader);
        await().atMost(Threads.PATIENCE)
                .until(() -> thread.getState() == Thread.State.TIMED_WAITING); // no longer for a moment only
        mailbox.offer(message(1));
        assertThat(reader.get()).isEqualTo(delivery(1));
    }

    @Test
    void waitingEndsWithAMessageTheLastMessageOrABreak() throws Exception {
        for (var limit : List.of(LATER, Deadline.never())) {
            var mailbox = mailbox(1);
            var first = beside(() -> mailbox.take(limit)).waiting();
            mailbox.offer(message(1));
            assertThat(first.result()).isEqualTo(delivery(1));
            var second = beside(() -> mailbox.take(limit)).waiting();
            mailbox.finish(message(2));
            assertThat(second.result()).isEqualTo(delivery(2));
            var other = mailbox(1);
            var third = beside(() -> other.take(limit)).waiting();
            other.breakOff(BROKEN);
            assertThat(third.result()).contains(new Mailbox.Delivery(null, BROKEN));
        }
    }

    @Test
    void waitingCanBeInterruptedAndLosesNothing() throws Exception {
        for (var limit : List.of(LATER, Deadline.never())) {
            var mailbox = mailbox(1);
            var reader = beside(() -> mailbox.take(limit)).waiting();
            reader.thread().interrupt();
            assertThat(reader.failure()).isInstanceOf(InterruptedException.class);
            mailbox.offer(message(1));
            assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
        }
    }

    @Test
    void waitingWithoutALimitTakesNoTimer() throws Exception {
        var mailbox = mailbox(1);
        var task = new FutureTask<>(() -> mailbox.take(Deadline.never()));
        var reader = new Threads.Beside<>(Thread.ofPlatform().start(task), task).waiting();
        assertThat(reader.thread().getState()).isEqualTo(Thread.State.WAITING);
        mailbox.end();
        assertThat(reader.result()).isEmpty();
    }

    @Test
    void behavesLikeAQueueThatLosesItsOldestUnderRandomUse() {
        Tries.each(300, random -> {
            int capacity = random.nextInt(1, 6);
            var mailbox = mailbox(capacity);
            var model = new ArrayDeque<Message>();
            for (int i = 0; i < 100; i++) {
                if (random.nextBoolean()) {
                    boolean fits = model.size() < capacity;
                    assertThat(mailbox.offer(message(i))).isEqualTo(fits);
                    if (!fits) {
                        model.poll();
                    }
                    model.add(message(i));
                } else if (!model.isEmpty()) {
                    assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(model.poll(), null));
                }
            }
        });
    }

    @Test
    void whatNewsIsAboutIsAskedOnceHoweverManyWait() {
        var asked = new AtomicInteger();
        var mailbox = new Mailbox(1000, new Correlation() {
            @Override
            public Optional<RequestId> exchangeOf(Notification notification) {
                return SUBJECTS.exchangeOf(notification);
            }

            @Override
            public Optional<Object> subjectOf(Notification notification) {
                asked.incrementAndGet();
                return SUBJECTS.subjectOf(notification);
            }
        });
        int offers = 20_000;
        for (int i = 0; i < offers; i++) {
            mailbox.offer(any(i, i % 7, i % 900));
        }
        assertThat(asked.get()).isLessThanOrEqualTo(offers);
    }

    @Test
    void dropsWhatIsMissedLeastUnderRandomUse() {
        Tries.each(300, random -> {
            int capacity = random.nextInt(1, 12);
            var mailbox = mailbox(capacity);
            var model = new ArrayList<Message>();
            for (int i = 0; i < 200; i++) {
                if (random.nextInt(4) > 0) {
                    var latest = any(i, random.nextInt(7), random.nextInt(4));
                    boolean room = model.size() < capacity;
                    assertThat(mailbox.offer(latest)).isEqualTo(room);
                    if (room || missedLeast(model, latest).map(model::remove).orElse(false)) {
                        model.add(latest);
                    }
                } else if (!model.isEmpty()) {
                    assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(model.removeFirst(), null));
                }
            }
            assertThat(all(mailbox)).isEqualTo(model);
        });
    }

    private static Message any(int number, int kind, int subject) {
        return switch (kind) {
            case 0 -> request(number);
            case 1, 2 -> new Notification("own" + subject, Json.object().put("number", number));
            default -> progress("s" + subject, number);
        };
    }

    /** Looks through all that wait for the one that goes. */
    private static Optional<Message> missedLeast(List<Message> waiting, Message latest) {
        var all = new ArrayList<>(waiting);
        all.add(latest);
        return first(
                        waiting,
                        one -> subject(one).isPresent()
                                && all.stream()
                                                .filter(other -> subject(other).equals(subject(one)))
                                                .count()
                                        > 1)
                .or(() -> first(
                        waiting, one -> subject(one).isEmpty() && one.method().equals(method(latest))))
                .or(() -> first(waiting, one -> subject(one).isEmpty()))
                .or(() -> first(waiting, one -> true));
    }

    private static Optional<Message> first(List<Message> waiting, Predicate<Notification> which) {
        return waiting.stream()
                .filter(one -> one instanceof Notification news && which.test(news))
                .findFirst();
    }

    private static Optional<Object> subject(Message message) {
        return message instanceof Notification news ? SUBJECTS.subjectOf(news) : Optional.empty();
    }

    private static String method(Message message) {
        return message instanceof Notification news ? news.method() : "";
    }

    @Test
    void whoeverTakesWithoutEndLeavesOthersTheirTurns() throws Exception {
        Busy.leavesRoomForOthers(over -> () -> {
            var mailbox = mailbox(1);
            while (!over.getAsBoolean()) {
                mailbox.offer(message(1));
                mailbox.take(NOW);
            }
            return true;
        });
    }
}
