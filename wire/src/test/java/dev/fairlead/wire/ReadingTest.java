package dev.fairlead.wire;

import static dev.fairlead.wire.Threads.PATIENCE;
import static dev.fairlead.wire.Threads.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who reads: the thread made for it, or a caller that is alone with a quick server. */
class ReadingTest {
    private final ScriptedDuplex far = new ScriptedDuplex(true);
    private final List<Message> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger byOthers = new AtomicInteger();
    private final AtomicInteger sorted = new AtomicInteger();
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
        sorted.incrementAndGet();
    }

    /** Has the thread read a message, after which it rests for a moment. */
    private void rests() {
        int before = sorted.get();
        var until = Deadline.after(PATIENCE);
        far.say(Line.news("quick", before));
        while (sorted.get() == before && !until.passed()) {
            Thread.onSpinWait(); // Anything else would take as long as it rests.
        }
        assertThat(sorted).hasValueGreaterThan(before);
    }

    /** Has the caller look, which meets this, and tells whether it found something. */
    private boolean finds(ScriptedDuplex.Step met) throws Exception {
        int before = byOthers.get();
        far.pollsWith(met);
        reading.get().look(() -> byOthers.get() > before);
        far.pollsWith(Optional::empty);
        return byOthers.get() > before;
    }

    /** Looks twice while the thread rests, and tells whether that came about: what is found makes it rest on. */
    private boolean findsTwice(Supplier<ScriptedDuplex.Step> met) throws Exception {
        var until = Deadline.after(PATIENCE);
        boolean twice = false;
        while (!twice && !until.passed()) {
            rests();
            boolean once = finds(met.get());
            twice = once && finds(met.get());
        }
        return twice;
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
    void whoFindsAnAnswerAfterAWhileLooksForTheNextToo() throws Exception {
        assertThat(findsTwice(() -> {
                    var polls = new AtomicInteger();
                    return () -> polls.incrementAndGet() == 3 ? Optional.of(Line.news("answer", 1)) : Optional.empty();
                }))
                .isTrue();
    }

    @Test
    void whoFindsAnAnswerAtTheLastMomentLooksForTheNextToo() throws Exception {
        assertThat(findsTwice(() -> () -> {
                    // Longer than anybody looks who finds nothing.
                    for (long began = System.nanoTime(); System.nanoTime() - began < 100_000; ) {
                        Thread.onSpinWait();
                    }
                    return Optional.of(Line.news("answer", 1));
                }))
                .isTrue();
    }

    @Test
    void whoLooksInVainDoesNotLookAgainBeforeAnotherQuickAnswer() throws Exception {
        var polls = new AtomicInteger();
        far.pollsWith(() -> {
            polls.incrementAndGet();
            return Optional.empty();
        });
        var until = Deadline.after(PATIENCE);
        int looks = 0;
        while (looks < 20 && !until.passed()) {
            rests();
            polls.set(0);
            reading.get().look(() -> false);
            int first = polls.get();
            reading.get().look(() -> false);
            assertThat(polls).hasValue(first);
            looks += first > 0 ? 1 : 0;
        }
        assertThat(looks).as("it did look").isEqualTo(20);
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
