package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What was written is sent, whatever becomes of what was to follow it. */
class FlushTest {

    /** Keeps what is written until it is flushed, and can be made to take long over it. */
    private static final class Buffering implements Duplex {
        private final CountDownLatch writing = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);
        private final List<String> kept = new ArrayList<>(); // touched by the writer only
        private final List<String> sent = new CopyOnWriteArrayList<>();

        @Override
        public Optional<Message> read() throws IOException {
            await(closed);
            return Optional.empty();
        }

        @Override
        public void write(byte[] json, boolean more) throws IOException {
            writing.countDown();
            await(release);
            kept.add(new String(json, java.nio.charset.StandardCharsets.UTF_8));
            if (!more) {
                flush();
            }
        }

        @Override
        public void flush() {
            sent.addAll(kept);
            kept.clear();
        }

        @Override
        public void close() {
            release.countDown();
            closed.countDown();
        }

        private static void await(CountDownLatch latch) throws IOException {
            try {
                latch.await();
            } catch (InterruptedException stop) {
                throw new IOException(stop);
            }
        }
    }

    @Test
    void aWrittenRequestIsSentAlthoughItsSuccessorIsWithdrawn() throws Exception {
        var far = new Buffering();
        try (var wire = Multiplexer.over(
                "s",
                far,
                Line::about,
                Line.listener(new ArrayList<>()),
                Thread.ofVirtual().factory())) {
            wire.exchange(Line.request(1), Line.patience());
            far.writing.await();
            var successor = wire.exchange(Line.request(2), Line.patience());
            assertThat(successor.abandon()).as("it was never written").isFalse();
            far.release.countDown();
            await().untilAsserted(() ->
                    assertThat(far.sent).hasSize(1).first().asString().contains("ask/1"));
        }
    }
}
