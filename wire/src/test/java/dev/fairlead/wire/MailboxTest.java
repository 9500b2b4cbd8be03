package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final Deadline NOW = Deadline.after(Duration.ZERO);
    private static final Breakage BROKEN = Breakage.lost("gone", null);

    private static Message message(int number) {
        return new Notification("n" + number, null);
    }

    private static Optional<Mailbox.Delivery> delivery(int number) {
        return Optional.of(new Mailbox.Delivery(message(number), null));
    }

    @Test
    void keepsOrderUpToItsCapacityAndRefusesMoreWithoutWaiting() throws Exception {
        var mailbox = new Mailbox(2);
        assertThat(mailbox.offer(message(1))).isTrue();
        assertThat(mailbox.offer(message(2))).isTrue();
        assertThat(mailbox.offer(message(3))).isFalse();
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
        assertThat(mailbox.offer(message(4))).isTrue();
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(2));
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(4));
    }

    @Test
    void theLastMessageAlwaysFitsAndNothingFollows() throws Exception {
        var mailbox = new Mailbox(1);
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
        var mailbox = new Mailbox(3);
        mailbox.offer(message(1));
        mailbox.breakOff(BROKEN);
        mailbox.breakOff(Breakage.CLOSED);
        mailbox.finish(message(2));
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
        assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(null, BROKEN));
        assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(null, BROKEN));
    }

    @Test
    void waitingEndsAtTheDeadline() {
        var mailbox = new Mailbox(1);
        assertThatThrownBy(() -> mailbox.take(NOW)).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> mailbox.take(Deadline.after(Duration.ofMillis(20))))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void aVirtualThreadThatHasWaitedLongEndsAtTheDeadlineToo() throws Exception {
        var mailbox = new Mailbox(1);
        var limit = Deadline.after(Duration.ofMillis(300));
        var reader = new FutureTask<>(() -> mailbox.take(limit));
        Thread.startVirtualThread(reader);
        assertThatThrownBy(reader::get).hasCauseInstanceOf(TimeoutException.class);
        assertThat(limit.passed()).isTrue();
    }

    @Test
    void aVirtualThreadThatHasWaitedLongStillHearsWhatComes() throws Exception {
        var mailbox = new Mailbox(1);
        var reader = new FutureTask<>(() -> mailbox.take(Deadline.never()));
        var thread = Thread.ofVirtual().start(reader);
        await().atMost(Threads.PATIENCE)
                .until(() -> thread.getState() == Thread.State.TIMED_WAITING); // no longer for a moment only
        mailbox.offer(message(1));
        assertThat(reader.get()).isEqualTo(delivery(1));
    }

    @Test
    void waitingEndsWithAMessageTheLastMessageOrABreak() throws Exception {
        var mailbox = new Mailbox(1);
        var first = beside(() -> mailbox.take(Deadline.never())).waiting();
        mailbox.offer(message(1));
        assertThat(first.result()).isEqualTo(delivery(1));
        var second = beside(() -> mailbox.take(Deadline.never())).waiting();
        mailbox.finish(message(2));
        assertThat(second.result()).isEqualTo(delivery(2));
        var other = new Mailbox(1);
        var third = beside(() -> other.take(Deadline.never())).waiting();
        other.breakOff(BROKEN);
        assertThat(third.result()).contains(new Mailbox.Delivery(null, BROKEN));
    }

    @Test
    void waitingCanBeInterruptedAndLosesNothing() throws Exception {
        var mailbox = new Mailbox(1);
        var reader = beside(() -> mailbox.take(Deadline.never())).waiting();
        reader.thread().interrupt();
        assertThat(reader.failure()).isInstanceOf(InterruptedException.class);
        mailbox.offer(message(1));
        assertThat(mailbox.take(NOW)).isEqualTo(delivery(1));
    }

    @Test
    void behavesLikeABoundedQueueUnderRandomUse() {
        Tries.each(300, random -> {
            int capacity = random.nextInt(1, 6);
            var mailbox = new Mailbox(capacity);
            var model = new ArrayDeque<Message>();
            for (int i = 0; i < 100; i++) {
                if (random.nextBoolean()) {
                    boolean fits = model.size() < capacity;
                    assertThat(mailbox.offer(message(i))).isEqualTo(fits);
                    if (fits) {
                        model.add(message(i));
                    }
                } else if (!model.isEmpty()) {
                    assertThat(mailbox.take(NOW)).contains(new Mailbox.Delivery(model.poll(), null));
                }
            }
        });
    }
}
