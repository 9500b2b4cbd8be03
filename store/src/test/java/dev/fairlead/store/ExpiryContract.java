package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.parts.Versions;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store promises of what it keeps for some time. A test of a store implements this. */
@Timeout(120)
public interface ExpiryContract {
    String KEY = "pending https://mcp.example/";

    /** Opens the store under test; within one test all are the same store, at first empty. */
    Store open();

    /** Waits until so much time has passed for the store. */
    default void pass(Store store, Duration time) {
        // The store's own clock tells, by something that is kept for as long.
        var mark = "mark " + Versions.next();
        assertThat(store.replace(mark, Entry.ABSENT, "", time)).isTrue();
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .until(() -> store.read(mark).isEmpty());
    }

    @Test
    default void whatHasExpiredIsGone() {
        var store = open();
        assertThat(store.replace(KEY, Entry.ABSENT, "short", Duration.ofMillis(50)))
                .isTrue();
        store.replace("other", Entry.ABSENT, "long", Duration.ofHours(1));
        pass(store, Duration.ofMillis(51));

        assertThat(open().read(KEY)).isEmpty();
        assertThat(open().keys("")).containsExactly("other");
        assertThat(open().read("other")).map(Entry::value).contains("long");
    }

    @Test
    default void whatHasExpiredCannotBeReplacedButBegunAnew() {
        var store = open();
        var life = Duration.ofMillis(50);
        store.replace(KEY, Entry.ABSENT, "short", life);
        var seen = store.read(KEY);
        // On a slow machine it may be gone before it was seen.
        while (seen.isEmpty()) {
            life = life.multipliedBy(2);
            store.replace(KEY, Entry.ABSENT, "short", life);
            seen = store.read(KEY);
        }
        var version = seen.get().version();
        pass(store, life.plusMillis(1));

        assertThat(store.replace(KEY, version, "late")).isFalse();
        assertThat(store.replace(KEY, version, null)).isFalse();
        assertThat(store.read(KEY)).isEmpty();
        assertThat(store.replace(KEY, Entry.ABSENT, "new")).isTrue();
        assertThat(store.read(KEY)).map(Entry::value).contains("new");
    }

    @Test
    default void whatIsReplacedLivesAsLongAsWasSaidLast() {
        var store = open();
        var life = Duration.ofMillis(50);
        while (!prolonged(store, "longer", life, Duration.ofHours(1)) || !prolonged(store, "for good", life, null)) {
            life = life.multipliedBy(2);
        }
        store.replace("shorter", Entry.ABSENT, "1");
        store.replace("shorter", version(store, "shorter"), "2", life);
        pass(store, life.plusMillis(1));

        assertThat(store.keys("")).containsExactly("for good", "longer");
    }

    /** Keeps something for a short time and then longer; returns false if the machine was too slow for that. */
    private static boolean prolonged(Store store, String key, Duration life, Duration longer) {
        var now = store.read(key);
        if (now.isPresent()) {
            return true;
        }
        store.replace(key, Entry.ABSENT, "1", life);
        return store.read(key)
                .filter(entry -> store.replace(key, entry.version(), "2", longer))
                .isPresent();
    }

    @Test
    default void anyLifeWillDo() {
        var store = open();
        assertThat(store.replace("none", Entry.ABSENT, "v", Duration.ZERO)).isTrue();
        assertThat(store.replace("less", Entry.ABSENT, "v", Duration.ofSeconds(-5)))
                .isTrue();
        assertThat(store.replace("moment", Entry.ABSENT, "v", Duration.ofNanos(1)))
                .isTrue();
        assertThat(store.replace("century", Entry.ABSENT, "v", Duration.ofDays(36_500)))
                .isTrue();
        assertThat(store.replace("ages", Entry.ABSENT, "v", Duration.ofSeconds(Long.MAX_VALUE)))
                .isTrue();
        assertThat(store.replace("was", Entry.ABSENT, "v")).isTrue();
        assertThat(store.replace("was", version(store, "was"), "v", Duration.ZERO))
                .isTrue();
        pass(store, Duration.ofMillis(2));

        assertThat(store.keys("")).containsExactly("ages", "century");
    }

    @Test
    default void onlyOneOfManyBeginsAnewWhatHasExpired() throws Exception {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "short", Duration.ofMillis(10));
        pass(store, Duration.ofMillis(11));

        var begun = StoreContract.inParallel(16, () -> store.replace(KEY, Entry.ABSENT, "new"));

        assertThat(begun).filteredOn(mine -> mine).hasSize(1);
    }

    @Test
    default void whatHasExpiredTakesNoSpaceForEver() {
        var store = open();
        var keys = IntStream.range(0, 200).mapToObj(i -> "key " + i).toList();
        keys.forEach(key -> store.replace(key, Entry.ABSENT, "v", Duration.ofMillis(10)));
        pass(store, Duration.ofMillis(11));
        for (int i = 0; i < 64; i++) {
            StoreContract.increment(store, "counter");
        }

        assertThat(kept(store)).containsOnlyOnce("counter").doesNotContainAnyElementsOf(keys);
    }

    /** Returns what takes up space, expired or not. */
    List<String> kept(Store store);

    private static String version(Store store, String key) {
        return store.read(key).orElseThrow().version();
    }
}
