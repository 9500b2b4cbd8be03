package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.auth.store.TokenStore.Entry;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store promises. A test of a store implements this. */
@Timeout(120)
public interface TokenStoreContract {
    String KEY = "https://mcp.example/ | https://as.example/ | alice";

    /** Opens the store under test, once more if it is open; within one test all are the same store, at first empty. */
    TokenStore open();

    /** Returns a point that a working store does not need. */
    static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    @Test
    default void nothingIsKeptAtFirst() {
        var store = open();

        assertThat(store.read(KEY)).isEmpty();
        assertThat(store.keys()).isEmpty();
    }

    @Test
    @Verifies("F-43")
    default void whatIsKeptIsReadByEverybody() {
        assertThat(open().replace(KEY, Entry.ABSENT, "secret")).isTrue();

        assertThat(open().read(KEY)).map(Entry::value).contains("secret");
        assertThat(open().keys()).containsExactly(KEY);
        assertThat(open().read(KEY + "/")).isEmpty();
    }

    @Test
    default void onlyWhoSawTheLatestReplaces() {
        var store = open();
        assertThat(store.replace(KEY, Entry.ABSENT, "one")).isTrue();
        var one = store.read(KEY).orElseThrow().version();
        assertThat(open().replace(KEY, one, "two")).isTrue();

        assertThat(store.replace(KEY, one, "late")).isFalse();
        assertThat(store.replace(KEY, Entry.ABSENT, "late")).isFalse();
        assertThat(store.replace(KEY, "never seen", "late")).isFalse();
        assertThat(store.replace(KEY, one, null)).isFalse();

        assertThat(store.read(KEY)).map(Entry::value).contains("two");
    }

    @Test
    default void theSameTextAgainIsAnotherVersion() {
        var store = open();
        var seen = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            store.replace(KEY, i == 0 ? Entry.ABSENT : seen.getLast(), "same");
            seen.add(store.read(KEY).orElseThrow().version());
        }
        store.replace(KEY, seen.getLast(), null);
        store.replace(KEY, Entry.ABSENT, "same");
        seen.add(store.read(KEY).orElseThrow().version());

        assertThat(seen).doesNotHaveDuplicates().doesNotContain(Entry.ABSENT);
    }

    @Test
    default void whatIsTakenAwayIsGone() {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        store.replace("other", Entry.ABSENT, "other secret");
        var seen = store.read(KEY).orElseThrow().version();

        assertThat(store.replace(KEY, seen, null)).isTrue();

        assertThat(store.read(KEY)).isEmpty();
        assertThat(store.keys()).containsExactly("other");
        assertThat(store.replace(KEY, seen, "late")).isFalse();
        assertThat(store.replace(KEY, Entry.ABSENT, null)).isTrue();
    }

    @Test
    default void anyTextIsKeptExactly() {
        var store = open();
        var texts = List.of("", " ", "\u0000\n\r\t\"\\", "žluťoučký 🐎", "{\"a\":1}", "x".repeat(1_000_000));
        for (var text : texts) {
            store.replace(
                    "k" + text.length(),
                    store.read("k" + text.length()).map(Entry::version).orElse(""),
                    text);
            assertThat(open().read("k" + text.length())).map(Entry::value).contains(text);
        }
        var key = "https://example.org/\u0001\"ž🐎?" + "y".repeat(10_000);
        store.replace(key, Entry.ABSENT, "value");
        assertThat(open().read(key)).map(Entry::value).contains("value");
        assertThat(open().keys()).contains(key).isSorted();
    }

    @Test
    default void randomWorkEndsAsInAMap() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var map = new TreeMap<String, String>();
        for (int i = 0; i < 200; i++) {
            var store = open();
            var key = "key " + random.nextInt(8);
            var value = random.nextInt(3) == 0 ? null : "value " + random.nextInt(1000);
            var now = store.read(key);
            assertThat(now.map(Entry::value).orElse(null))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(map.get(key));
            assertThat(store.replace(key, now.map(Entry::version).orElse(Entry.ABSENT), value))
                    .isTrue();
            if (value == null) {
                map.remove(key);
            } else {
                map.put(key, value);
            }
            assertThat(store.keys()).as("seed %d, step %d", seed, i).containsExactlyElementsOf(map.keySet());
        }
    }

    @Test
    default void noIncrementIsLostAmongThreads() throws Exception {
        inParallel(8, () -> {
            var store = open();
            for (int i = 0; i < 25; i++) {
                increment(store, KEY);
            }
            return null;
        });

        assertThat(open().read(KEY)).map(Entry::value).contains("200");
    }

    @Test
    @Verifies("F-43")
    default void whatIsReplacedByAnInterruptedThreadIsKept() {
        var store = open();
        Thread.currentThread().interrupt();

        var kept = store.replace(KEY, Entry.ABSENT, "renewed");
        var read = store.read(KEY);

        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(kept).isTrue();
        assertThat(read).map(Entry::value).contains("renewed");
    }

    @Test
    default void onlyOneHoldsALease() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var turns = new AtomicInteger();
        inParallel(100, () -> {
            try (var lease = open().lease(KEY, soon())) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                turns.incrementAndGet();
                inside.decrementAndGet();
            }
            return null;
        });

        assertThat(most).hasValue(1);
        assertThat(turns).hasValue(100);
    }

    @Test
    default void leasesOfOtherKeysAreFree() throws Exception {
        try (var one = open().lease("one", soon());
                var two = open().lease("two", soon())) {
            assertThat(open().replace("one", Entry.ABSENT, "value")).isTrue();
        }
    }

    @Test
    default void whoeverWaitsTooLongForALeaseIsTold() throws Exception {
        try (var lease = open().lease(KEY, soon())) {
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> open().lease(KEY, Deadline.after(Duration.ofMillis(30))));
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> open().lease(KEY, Deadline.after(Duration.ofMillis(-30))));
        }
        open().lease(KEY, soon()).close();
    }

    @Test
    default void whoeverWaitsForALeaseCanBeInterrupted() throws Exception {
        var lease = open().lease(KEY, soon());
        var thrown = new ArrayList<Throwable>();
        var started = new CountDownLatch(1);
        var waiter = Thread.ofVirtual().start(() -> {
            started.countDown();
            try {
                open().lease(KEY, soon()).close();
            } catch (InterruptedException | TimeoutException failure) {
                thrown.add(failure);
            }
        });
        started.await();
        waiter.interrupt();
        waiter.join();

        assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
        lease.close();
        open().lease(KEY, soon()).close();
    }

    @Test
    default void aLeaseEndsOnceFromAnyThread() throws Exception {
        var lease = open().lease(KEY, soon());
        Thread.ofVirtual().start(lease::close).join();
        try (var next = open().lease(KEY, soon())) {
            lease.close();
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> open().lease(KEY, Deadline.after(Duration.ofMillis(30))));
        }
    }

    @Test
    @Verifies("K-10")
    default void nothingKeptIsEverShown() {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "canary-7f3a");

        assertThat(store.toString()).doesNotContain("canary");
        assertThat(store.read(KEY).toString()).doesNotContain("canary");
    }

    /** Adds one to the number kept under a key. */
    static void increment(TokenStore store, String key) {
        while (true) {
            var now = store.read(key);
            var next = now.map(entry -> Integer.parseInt(entry.value())).orElse(0) + 1;
            if (store.replace(key, now.map(Entry::version).orElse(Entry.ABSENT), Integer.toString(next))) {
                return;
            }
        }
    }

    private static void inParallel(int threads, Callable<Void> work) throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : executor.invokeAll(Collections.nCopies(threads, work))) {
                done.get();
            }
        }
    }
}
