package dev.fairlead.host.trust;

import dev.fairlead.store.ForwardingStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A store that does not answer for a while when it is asked for decisions. */
public final class HangingStore extends ForwardingStore {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final List<Thread> waiting = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch answers = new CountDownLatch(0);
    private volatile List<String> about = List.of();

    /** Answers nothing from now on. */
    public void hang() {
        hang("grant/", "pin/");
    }

    /** Answers nothing from now on that is about such keys. */
    public void hang(String... prefixes) {
        answers = new CountDownLatch(1);
        about = List.of(prefixes);
    }

    /** Answers again what it is asked from now on, and not what it was asked before. */
    void answerOthers() {
        about = List.of();
    }

    /** Answers again, also what it was asked before. */
    public void answer() {
        answerOthers();
        answers.countDown();
    }

    /** Answers again, and waits until whoever had to wait has done what they wanted the answer for. */
    void answerAndAwait() throws InterruptedException {
        answer();
        for (var thread : waiting) {
            thread.join();
        }
    }

    /** Returns what is counted down when somebody waits for an answer. */
    public CountDownLatch asked() {
        return asked;
    }

    @Override
    public Optional<Entry> read(String key) {
        await(key);
        return super.read(key);
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        await(key);
        return super.replace(key, seen, value, life);
    }

    private void await(String key) {
        if (about.stream().anyMatch(key::startsWith)) {
            waiting.add(Thread.currentThread());
            asked.countDown();
            awaitUninterrupted(answers);
        }
    }

    /** Waits as stores do, which no interrupt may hurt. */
    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
