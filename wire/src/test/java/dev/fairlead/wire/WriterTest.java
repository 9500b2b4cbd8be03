package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.PATIENCE;
import static dev.fairlead.wire.Threads.beside;
import static dev.fairlead.wire.Threads.ended;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that writes comes when something is queued, and leaves when nothing has been for a while. */
@Timeout(180)
class WriterTest {
    private static final Duration AT_ONCE = Duration.ofNanos(1);

    /** An outbox whose writers, as platform threads, note what they take. */
    private static final class Noted {
        private final List<String> written = Collections.synchronizedList(new ArrayList<>());
        private final List<Thread> writers = new CopyOnWriteArrayList<>();
        private final AtomicInteger atOnce = new AtomicInteger();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Outbox outbox;

        Noted(Duration idle) {
            outbox = new Outbox(1 << 20, idle, () -> {
                var thread = Thread.ofPlatform().daemon().unstarted(this::write);
                writers.add(thread);
                thread.start();
                return thread;
            });
        }

        private void write() {
            try {
                for (var first = outbox.take(); first.isPresent(); first = outbox.take()) {
                    assertThat(atOnce.incrementAndGet()).as("writers at once").isOne();
                    for (var next = first; next.isPresent(); next = outbox.poll()) {
                        written.add(new String(next.get().json, UTF_8));
                    }
                    atOnce.decrementAndGet();
                }
            } catch (InterruptedException | AssertionError broken) {
                failure.set(broken);
            }
        }

        void flushed() throws InterruptedException {
            assertThat(outbox.flushed(Deadline.after(PATIENCE)))
                    .as("everything written; %s", failure)
                    .isTrue();
            assertThat(failure.get()).isNull();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void isNotThereBeforeTheFirstMessageAndAnotherComesAfterItHasLeft() throws Exception {
        var noted = new Noted(Duration.ofMillis(1));
        assertThat(noted.writers).isEmpty();
        assertThat(noted.outbox.writer()).isEmpty();
        for (int i = 0; i < 3; i++) {
            assertThat(noted.outbox.post(bytes("m" + i))).isTrue();
            ended(noted.writers.get(i));
            assertThat(noted.outbox.writer()).contains(noted.writers.get(i));
            assertThat(noted.outbox.flushed(Deadline.after(Duration.ZERO))).isTrue();
        }
        assertThat(noted.written).containsExactly("m0", "m1", "m2");
        assertThat(noted.writers).hasSize(3);
    }

    @Test
    void staysWhileMessagesCome() throws Exception {
        var noted = new Noted(PATIENCE);
        for (int i = 0; i < 1000; i++) {
            assertThat(noted.outbox.post(bytes("m" + i))).isTrue();
            noted.flushed();
        }
        assertThat(noted.writers).hasSize(1);
        noted.outbox.close();
        ended(noted.writers.getFirst());
    }

    @Test
    void losesAndReordersNothingAtTheMomentItLeaves() {
        var writers = new AtomicInteger();
        int tries = 20;
        Tries.each(tries, random -> {
            var noted = new Noted(random.nextInt(3) == 0 ? AT_ONCE : Duration.ofNanos(random.nextInt(1, 200_000)));
            int posts = 300;
            var callers = new ArrayList<Threads.Beside<String>>();
            for (int i = 0; i < 3; i++) {
                int own = i;
                long[] pauses = random.longs(posts, 0, 250_000).toArray();
                callers.add(beside(() -> {
                    for (int k = 0; k < posts; k++) {
                        // About as long as a writer stays, so that many messages come just when it leaves.
                        LockSupport.parkNanos(pauses[k]);
                        var json = bytes(own + ":" + k);
                        if (k % 2 == 0) {
                            assertThat(noted.outbox.post(json)).isTrue();
                        } else {
                            assertThat(noted.outbox.put(json, Deadline.never())).isPresent();
                        }
                    }
                    return "done";
                }));
            }
            for (var caller : callers) {
                caller.result();
            }
            noted.flushed();
            for (int i = 0; i < callers.size(); i++) {
                var prefix = i + ":";
                var expected = new ArrayList<String>();
                for (int k = 0; k < posts; k++) {
                    expected.add(prefix + k);
                }
                assertThat(noted.written.stream().filter(text -> text.startsWith(prefix)))
                        .containsExactlyElementsOf(expected);
            }
            assertThat(noted.written).hasSize(callers.size() * posts);
            writers.addAndGet(noted.writers.size());
            noted.outbox.close();
            for (var writer : noted.writers) {
                ended(writer);
            }
        });
        assertThat(writers).as("they did leave").hasValueGreaterThan(2 * tries);
    }

    @Test
    void losesNothingThatWaitsWhileACallerWritesItself() {
        Tries.each(50, random -> {
            var noted = new Noted(AT_ONCE);
            for (int i = 0; i < 20; i++) {
                assertThat(noted.outbox.grab(bytes("own"))).isPresent();
                assertThat(noted.outbox.post(bytes("m" + i))).isTrue();
                LockSupport.parkNanos(random.nextInt(100_000));
                assertThat(noted.written).as("while another writes").hasSize(i);
                noted.outbox.wrote();
                noted.flushed();
                assertThat(noted.written).hasSize(i + 1).endsWith("m" + i);
            }
            noted.outbox.close();
        });
    }

    @Nested
    class OfALine {
        private final ScriptedDuplex far = new ScriptedDuplex();
        private final List<Thread> threads = new CopyOnWriteArrayList<>();
        private final AtomicBoolean exhausted = new AtomicBoolean();

        private Multiplexer open() {
            ThreadFactory platform = Thread.ofPlatform().daemon().factory();
            return Multiplexer.over("files", far, Line::about, Line.listener(new ArrayList<>()), work -> {
                var thread = exhausted.get() ? new NeverStarts() : platform.newThread(work);
                threads.add(thread);
                return thread;
            });
        }

        private static final class NeverStarts extends Thread {
            @Override
            public void start() {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }

        @Test
        void endsWhenIdleAndComesBack() throws Exception {
            try (var wire = open()) {
                assertThat(threads).as("a reader").hasSize(1);
                assertThat(threads.getFirst().getName()).isEqualTo("fairlead-files-reader");
                wire.post(new Notification("one", null));
                assertThat(far.heard()).isEqualTo(new Notification("one", null));
                var first = threads.get(1);
                assertThat(first.getName()).isEqualTo("fairlead-files-writer");
                ended(first);
                wire.post(new Notification("two", null));
                assertThat(far.heard()).isEqualTo(new Notification("two", null));
            }
            assertThat(threads).hasSize(3);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(threads).noneMatch(Thread::isAlive));
        }

        @Test
        void thatCannotBeHadFailsTheOneRequestAndTheNextIsWritten() throws Exception {
            try (var wire = open()) {
                exhausted.set(true);
                assertThatThrownBy(() -> wire.exchange(Line.request(1), Line.patience()))
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("ask/1")
                        .hasMessageContaining("files")
                        .hasMessageContaining("no thread could be started to write it: unable to create native thread")
                        .matches(lost -> !((ConnectionLostException) lost).maybeExecuted());
                assertThat(wire.pendingCount()).isZero();
                exhausted.set(false);
                var exchange = wire.exchange(Line.request(1), Line.patience());
                assertThat(far.heard()).isInstanceOf(Request.class);
                far.answer(1);
                assertThat(exchange.next(Line.patience())).isPresent();
            }
            assertThat(far.written).hasSize(1);
        }

        @Test
        void thatCannotBeHadForAMessageNobodyWouldRepeatEndsTheLine() throws Exception {
            try (var wire = open()) {
                var waiting = wire.exchange(Line.request(1), Line.patience());
                far.heard();
                ended(threads.get(1));
                exhausted.set(true);
                assertThatThrownBy(() -> wire.post(new Notification("two", null)))
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("no thread could be started");
                assertThatThrownBy(() -> waiting.next(Line.patience()))
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("no thread could be started");
            }
        }

        @Test
        void thatIsInterruptedLeavesNobodyWaiting() throws Exception {
            try (var wire = open()) {
                far.writesWith(json -> Thread.currentThread().interrupt());
                var waiting = wire.exchange(Line.request(1), Line.patience());
                ended(threads.get(1));
                assertThatThrownBy(() -> waiting.next(Line.patience())).isInstanceOf(ConnectionLostException.class);
            }
        }
    }
}
