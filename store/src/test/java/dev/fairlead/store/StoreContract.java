package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.parts.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store promises of what it keeps. A test of a store implements this. */
@Timeout(120)
public interface StoreContract {
    String KEY = "https://mcp.example/ | https://as.example/ | alice";

    /** Opens the store under test, once more if it is open; within one test all are the same store, at first empty. */
    Store open();

    @Test
    default void nothingIsKeptAtFirst() {
        var store = open();

        assertThat(store.read(KEY)).isEmpty();
        assertThat(store.keys("")).isEmpty();
    }

    @Test
    default void whatIsKeptIsReadByEverybody() {
        assertThat(open().replace(KEY, Entry.ABSENT, "secret")).isTrue();

        assertThat(open().read(KEY)).map(Entry::value).contains("secret");
        assertThat(open().keys("")).containsExactly(KEY);
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
        assertThat(store.replace(KEY, Entry.ABSENT, null)).isFalse();
        assertThat(store.replace("other", one, "late")).isFalse();

        assertThat(store.read(KEY)).map(Entry::value).contains("two");
        assertThat(store.keys("")).containsExactly(KEY);
    }

    @Test
    default void theSameTextAgainIsAnotherVersion() {
        var store = open();
        var seen = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            assertThat(store.replace(KEY, i == 0 ? Entry.ABSENT : seen.getLast(), "same"))
                    .isTrue();
            seen.add(store.read(KEY).orElseThrow().version());
        }
        assertThat(store.replace(KEY, seen.getLast(), null)).isTrue();
        assertThat(store.replace(KEY, Entry.ABSENT, "same")).isTrue();
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
        assertThat(store.keys("")).containsExactly("other");
        assertThat(store.replace(KEY, seen, "late")).isFalse();
        assertThat(store.replace(KEY, seen, null)).isFalse();
        assertThat(store.replace(KEY, Entry.ABSENT, null)).isTrue();
    }

    @Test
    default void onlyOneOfManyTakesSomethingAway() throws Exception {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "to be used once");
        var seen = store.read(KEY).orElseThrow().version();

        var taken = inParallel(16, () -> store.replace(KEY, seen, null));

        assertThat(taken).filteredOn(mine -> mine).hasSize(1);
    }

    @Test
    default void onlyOneOfManyIsFirst() throws Exception {
        var store = open();

        var first = inParallel(16, () -> store.replace(KEY, Entry.ABSENT, "mine"));

        assertThat(first).filteredOn(mine -> mine).hasSize(1);
    }

    @Test
    default void anyTextIsKeptExactly() {
        var store = open();
        var texts = List.of(
                "",
                " ",
                "\u0000\n\r\t\"\\",
                "žluťoučký 🐎",
                "{\"a\":1}",
                "\uFEFFx",
                "half a horse: \uD83D",
                "\uDC0E\uD83D",
                "x".repeat(Texts.BIGGEST_VALUE),
                "ž".repeat(Texts.BIGGEST_VALUE / 2));
        for (var text : texts) {
            var seen = store.read(KEY).map(Entry::version).orElse(Entry.ABSENT);
            assertThat(store.replace(KEY, seen, text)).isTrue();
            assertThat(open().read(KEY).orElseThrow().value().equals(text))
                    .as("text of %d", text.length())
                    .isTrue();
        }
    }

    @Test
    default void anyKeyIsTakenExactly() {
        var store = open();
        var keys = List.of(
                "",
                " ",
                "a",
                "A",
                "a ",
                "\u0000",
                "a\u0000",
                "a\u0000b",
                "é",
                "e\u0301",
                "'; DROP TABLE fairlead_entry; --",
                "\uFFFD",
                "\uFFFF",
                "🐎",
                "y".repeat(Texts.LONGEST_KEY),
                "ž".repeat(Texts.LONGEST_KEY),
                "中".repeat(Texts.LONGEST_KEY),
                "🐎".repeat(Texts.LONGEST_KEY / 2));
        for (var key : keys) {
            assertThat(store.replace(key, Entry.ABSENT, "value of " + key)).isTrue();
        }
        for (var key : keys) {
            assertThat(open().read(key)).map(Entry::value).contains("value of " + key);
        }
        assertThat(open().keys(""))
                .containsExactlyElementsOf(keys.stream().sorted().toList());
    }

    @Test
    default void whatIsTooLongIsRefused() {
        var store = open();
        var longKey = "y".repeat(Texts.LONGEST_KEY + 1);

        assertThatIllegalArgumentException().isThrownBy(() -> store.read(longKey));
        assertThatIllegalArgumentException().isThrownBy(() -> store.replace(longKey, Entry.ABSENT, "value"));
        assertThatIllegalArgumentException().isThrownBy(() -> store.keys(longKey));
        assertThatIllegalArgumentException().isThrownBy(() -> store.lease(longKey, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> store.read("half a horse: \uD83D"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.replace(KEY, Entry.ABSENT, "x".repeat(Texts.BIGGEST_VALUE + 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.replace(KEY, Entry.ABSENT, "ž".repeat(Texts.BIGGEST_VALUE / 2 + 1)));

        assertThat(store.keys("")).isEmpty();
    }

    @Test
    default void keysAreListedByHowTheyBegin() {
        var store = open();
        var signs = "%_*?[]{}()^-\\.+|!#~'\"/:$ \u0000ž🐎\uFFFF"
                .codePoints()
                .mapToObj(Character::toString)
                .toList();
        for (var sign : signs) {
            assertThat(store.replace("a" + sign + "b", Entry.ABSENT, "value")).isTrue();
            assertThat(store.replace("x" + sign, Entry.ABSENT, "value")).isTrue();
        }
        store.replace("aab", Entry.ABSENT, "value");
        store.replace("a", Entry.ABSENT, "value");

        for (var sign : signs) {
            assertThat(store.keys("a" + sign)).as(sign).containsExactly("a" + sign + "b");
            assertThat(store.keys("x" + sign)).as(sign).containsExactly("x" + sign);
        }
        assertThat(store.keys("a")).hasSize(signs.size() + 2).isSorted();
        assertThat(store.keys("aab")).containsExactly("aab");
        assertThat(store.keys("aabb")).isEmpty();
        assertThat(store.keys("")).hasSize(2 * signs.size() + 2).isSorted();
    }

    @Test
    default void randomWorkEndsAsInAMap() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var map = new TreeMap<String, String>();
        var stores = List.of(open(), open(), open());
        for (int i = 0; i < 200; i++) {
            var store = stores.get(random.nextInt(3));
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
            assertThat(store.keys("key")).as("seed %d, step %d", seed, i).containsExactlyElementsOf(map.keySet());
        }
    }

    @Test
    default void noIncrementIsLostAmongThreads() throws Exception {
        inParallel(8, () -> {
            var store = open();
            for (int i = 0; i < 25; i++) {
                increment(store, KEY);
            }
            return true;
        });

        assertThat(open().read(KEY)).map(Entry::value).contains("200");
    }

    @Test
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
    default void aThreadThatIsInterruptedMeanwhileFinishes() throws Exception {
        var store = open();
        var writer = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 30; i++) {
                increment(store, KEY);
            }
        });
        while (writer.isAlive()) {
            writer.interrupt();
            Thread.onSpinWait();
        }

        assertThat(store.read(KEY)).map(Entry::value).contains("30");
    }

    @Test
    default void nothingKeptIsEverShown() {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "canary-7f3a");

        assertThat(store.toString()).doesNotContain("canary");
        assertThat(store.read(KEY).toString()).doesNotContain("canary");
    }

    @Test
    default void whatIsKeptOutlivesWhoKeptIt() {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        store.close();
        store.close();

        assertThat(open().read(KEY)).map(Entry::value).contains("secret");
    }

    /** Adds one to the number kept under a key. */
    static void increment(Store store, String key) {
        while (true) {
            var now = store.read(key);
            var next = now.map(entry -> Integer.parseInt(entry.value())).orElse(0) + 1;
            if (store.replace(key, now.map(Entry::version).orElse(Entry.ABSENT), Integer.toString(next))) {
                return;
            }
        }
    }

    /** Does the same on many threads at once. */
    static <T> List<T> inParallel(int threads, Callable<T> work) throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (var done : executor.invokeAll(Collections.nCopies(threads, work))) {
                results.add(done.get());
            }
            return results;
        }
    }
}
