package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.PATIENCE;
import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who reads: the thread made for it, or a caller that is alone with a quick server. */
class ReadingTest {
    private final ScriptedDuplex far = new ScriptedDuplex(true);
    private final List<Message> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger byOthers = new AtomicInteger();
    private final AtomicReference<Reading> reading = new AtomicReference<>();
    private Threads.Beside<String> reader;

    @BeforeEach
    void start() {
        reading.set(new Reading(far, this::sort));
        reader = beside(() -> {
            reading.get().run();
            return "the end";
        });
    }

    @AfterEach
    void stop() {
        far.hangUp();
    }

    /** Takes every message for the answer of a quick server to its only caller. */
    private void sort(Message message) {
        heard.add(message);
        if (!Thread.currentThread().equals(reader.thread())) {
            byOthers.incrementAndGet();
        }
        reading.get().answeredAfter(1);
    }

    @Test
    void aCallerThatIsAloneFindsItsAnswersItself() throws Exception {
        var until = Deadline.after(PATIENCE);
        int said = 0;
        while (byOthers.get() < 10 && !until.passed()) {
            far.say(Line.news("answer", said++));
            int all = said;
            reading.get().look(() -> heard.size() == all);
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> heard.size() == all);
        }
        assertThat(byOthers.get()).isGreaterThanOrEqualTo(10);
        for (int i = 0; i < said; i++) {
            assertThat(heard.get(i)).isEqualTo(Line.news("answer", i));
        }
    }

    @Test
    void whatComesWhileTheThreadRestsAndNobodyLooksIsRead() {
        for (int i = 1; i <= 50; i++) {
            int all = i;
            far.say(Line.news("news", i)); // After which the thread rests.
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> heard.size() == all);
        }
        assertThat(byOthers).hasValue(0);
    }

    @Test
    void theEndIsNoticedWhileTheThreadRests() throws Exception {
        far.say(Line.news("news", 1));
        far.hangUp();
        assertThat(reader.result()).isEqualTo("the end");
    }

    @Test
    void whoLooksInVainLeavesReadingToTheThread() throws Exception {
        far.say(Line.news("news", 1));
        await().atMost(PATIENCE).until(() -> heard.size() == 1);
        reading.get().look(() -> false);
        far.say(Line.news("news", 2));
        await().atMost(PATIENCE).until(() -> heard.size() == 2);
        assertThat(byOthers).hasValue(0);
    }
}
