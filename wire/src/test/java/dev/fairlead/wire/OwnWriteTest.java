package dev.fairlead.wire;

import static dev.fairlead.wire.Line.next;
import static dev.fairlead.wire.Line.patience;
import static dev.fairlead.wire.Line.request;
import static dev.fairlead.wire.Threads.PATIENCE;
import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A caller that is alone writes its request itself, where that does not wait. */
class OwnWriteTest {
    private final Line line = new Line(true);

    private List<Thread> writers() {
        var writers = new CopyOnWriteArrayList<Thread>();
        line.far.writesWith(json -> writers.add(Thread.currentThread()));
        return writers;
    }

    @Test
    void aloneTheCallerWritesItself() throws Exception {
        var writers = writers();
        for (int id = 1; id <= 100; id++) {
            try (var exchange = line.ask(id)) {
                line.far.answer(id);
                next(exchange);
            }
        }
        assertThat(writers).hasSize(100).containsOnly(Thread.currentThread());
        line.close();
    }

    @Test
    void besideOthersTheThreadMadeForItWrites() throws Exception {
        var writers = writers();
        try (var first = line.ask(1);
                var second = line.ask(2)) {
            line.far.heard();
            line.far.heard(); // An answer alone could come before the other thread has written.
            line.far.answer(2);
            line.far.answer(1);
            next(first);
            next(second);
        }
        assertThat(writers).hasSize(2);
        assertThat(writers.getLast()).isNotEqualTo(Thread.currentThread());
        line.close();
    }

    @Test
    void soonAfterOthersItStillDoes() throws Exception {
        var writers = writers();
        var until = patience();
        boolean left = false;
        // Soon is a moment, which a busy machine may miss now and then but not always.
        for (long id = 1; !left && !until.passed(); id += 3) {
            try (var first = line.ask(id);
                    var second = line.ask(id + 1)) {
                line.far.heard();
                line.far.heard();
                var writer = line.threads.get(1);
                // Then nothing but the others keeps a caller from writing.
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> writer.getState() == Thread.State.WAITING);
                assertThatThrownBy(() -> second.next(Deadline.after(Duration.ZERO)))
                        .isInstanceOf(TimeoutException.class);
                line.far.answer(id);
                next(first);
                line.far.answer(id + 1);
                next(second);
            }
            try (var third = line.ask(id + 2)) {
                line.far.heard();
                left = !writers.getLast().equals(Thread.currentThread());
                line.far.answer(id + 2);
                next(third);
            }
        }
        assertThat(left).isTrue();
        line.close();
    }

    @Test
    void whatMayFillAPipeIsLeftToTheThreadMadeForIt() throws Exception {
        var writers = writers();
        var large = new Request(RequestId.of(1), "ask", Json.object().put("text", "x".repeat(5000)));
        try (var exchange = line.wire.exchange(large, patience())) {
            line.far.heard();
            assertThat(writers).doesNotContain(Thread.currentThread());
            exchange.abandon();
        }
        // Nothing shows that the server has read all that.
        try (var exchange = line.ask(2)) {
            line.far.heard();
            line.far.answer(2);
            next(exchange);
        }
        assertThat(writers).hasSize(2).doesNotContain(Thread.currentThread());
        var until = patience();
        for (int id = 3; !writers.getLast().equals(Thread.currentThread()) && !until.passed(); id++) {
            try (var exchange = line.ask(id)) {
                line.far.answer(id);
                next(exchange); // Which may come before the other thread knows that it has written.
            }
        }
        assertThat(writers.getLast()).isEqualTo(Thread.currentThread());
        line.close();
    }

    @Test
    void aServerThatAnswersWithoutReadingDoesNotHoldTheCaller() throws Exception {
        var cut = jam();
        var limit = Deadline.after(Duration.ofMillis(200));
        var exchange = line.wire.exchange(request(1), limit);
        assertThat(limit.passed()).isTrue();
        assertThat(cut).isTrue();
        assertThatThrownBy(() -> exchange.next(patience()))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("reads nothing of what it is sent");
        line.close();
    }

    @Test
    void anInterruptedCallerIsNotHeldEither() throws Exception {
        jam();
        var caller = beside(() -> {
            try (var exchange = line.ask(1)) {
                next(exchange);
                return "answered";
            } catch (InterruptedException stop) {
                return "interrupted";
            }
        });
        line.far.writing.await();
        caller.thread().interrupt();
        assertThat(caller.result()).isEqualTo("interrupted");
        line.close();
    }

    /** Makes writing wait as a pipe does: neither an interruption nor anything but the end of the line helps. */
    private AtomicBoolean jam() {
        var cut = new AtomicBoolean();
        line.far.writesWith(json -> {
            while (line.far.cuts.get() == 0) {
                Thread.onSpinWait();
            }
            cut.set(true);
            throw new IOException("cut off");
        });
        return cut;
    }

    @Test
    void whoHasWrittenIsNotHelpedAnyMore() throws Exception {
        var broken = new AtomicBoolean();
        var helped = new AtomicInteger();
        var own = new OwnWrite(line.far, Deadline.never(), broken::get, helped::incrementAndGet);
        own.run(MessageCodec.encode(request(1)));
        broken.set(true);
        for (int i = 0; i < 10; i++) {
            own.look(); // As a watcher does that was about to.
        }
        assertThat(helped).hasValue(0);
        line.close();
    }

    @Test
    void whoHasWrittenIsNotWatchedAnyMore() throws Exception {
        var looks = new AtomicInteger();
        var own = new OwnWrite(line.far, Deadline.never(), () -> looks.incrementAndGet() < 0, () -> {});
        own.run(MessageCodec.encode(request(1)));
        int before = looks.get();
        var rounds = new CountDownLatch(10);
        Vigil.Watched other = rounds::countDown;
        Vigil.shared().begin(other);
        assertThat(rounds.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Vigil.shared().end(other);
        assertThat(looks).hasValueLessThanOrEqualTo(before + 1); // By a round that had begun.
        line.close();
    }

    @Test
    void whoseWriteIsRefusedLearnsWhyFromWhoReads() throws Exception {
        line.far.writesWith(json -> {
            throw new IOException("broken pipe");
        });
        var exchange = line.ask(1);
        assertThatThrownBy(() -> line.ask(2)).hasMessageContaining("closed its input");
        line.far.hangUp();
        assertThatThrownBy(() -> next(exchange))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("the script hung up")
                .matches(failure -> ((ConnectionLostException) failure).maybeExecuted());
        line.close();
    }

    @Test
    void aDefectInWritingEndsTheLine() throws Exception {
        line.far.writesWith(json -> {
            throw new IllegalStateException("a defect");
        });
        var exchange = line.ask(1);
        assertThatThrownBy(() -> next(exchange))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("writing failed: java.lang.IllegalStateException: a defect");
        line.close();
    }

    @Test
    void whatIsPostedMeanwhileFollows() throws Exception {
        var release = new CountDownLatch(1);
        var started = new CountDownLatch(1);
        line.far.writesWith(json -> {
            started.countDown();
            release.await();
        });
        var caller = beside(() -> {
            try (var exchange = line.ask(1)) {
                next(exchange);
                return "answered";
            }
        });
        started.await();
        line.wire.post(Line.news("later", 1));
        release.countDown();
        assertThat(line.far.heard()).isEqualTo(request(1));
        assertThat(((Notification) line.far.heard()).method()).isEqualTo("later");
        line.far.answer(1);
        assertThat(caller.result()).isEqualTo("answered");
        line.close();
    }
}
