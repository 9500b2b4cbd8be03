package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.store.Store.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store in a server promises when the line to it breaks. A test of such a store implements this. */
@Timeout(180)
public interface LossContract {
    String KEY = "grant https://mcp.example/";

    /** Opens the store under test, once more if it is open. */
    Store open();

    /** Opens the same store by way of a proxy at some port. */
    Store openThrough(int port);

    /** Returns where the server listens. */
    int serverPort();

    void stopServer();

    void startServer();

    @Test
    default void whatWasDoneWithoutAnAnswerIsKnownToBeDone() throws Exception {
        try (var proxy = new CuttingProxy(serverPort());
                var store = openThrough(proxy.port())) {
            assertThat(store.read(KEY)).isEmpty();

            proxy.cutNext(() -> {});
            assertThat(store.replace(KEY, Entry.ABSENT, "created")).isTrue();
            assertThat(proxy.hasCut()).isTrue();
            var created = store.read(KEY).orElseThrow();
            assertThat(created.value()).isEqualTo("created");

            proxy.cutNext(() -> {});
            assertThat(store.replace(KEY, created.version(), "updated")).isTrue();
            assertThat(proxy.hasCut()).isTrue();
            var updated = store.read(KEY).orElseThrow();
            assertThat(updated.value()).isEqualTo("updated");

            proxy.cutNext(() -> {});
            assertThat(store.replace(KEY, created.version(), "late")).isFalse();
            assertThat(proxy.hasCut()).isTrue();

            proxy.cutNext(() -> {});
            assertThat(store.replace(KEY, updated.version(), null)).isTrue();
            assertThat(proxy.hasCut()).isTrue();
            assertThat(store.read(KEY)).isEmpty();
        }
    }

    @Test
    default void whatWasDoneWithoutAnAnswerIsNotDoneTwice() throws Exception {
        try (var proxy = new CuttingProxy(serverPort());
                var store = openThrough(proxy.port())) {
            var other = open();
            assertThat(store.read(KEY)).isEmpty();

            proxy.cutNext(() -> other.replace(KEY, other.read(KEY).orElseThrow().version(), null));
            assertThat(store.replace(KEY, Entry.ABSENT, "created")).isTrue();
            assertThat(store.read(KEY)).as("taken away by the other").isEmpty();

            proxy.cutNext(() -> {
                for (int i = 0; i < 20; i++) {
                    StoreContract.increment(other, KEY);
                }
            });
            assertThat(store.replace(KEY, Entry.ABSENT, "1")).isTrue();
            assertThat(store.read(KEY)).map(Entry::value).contains("21");
        }
    }

    @Test
    default void whatIsReadIsReadAgainWhenTheLineBreaks() throws Exception {
        open().replace(KEY, Entry.ABSENT, "value");
        try (var proxy = new CuttingProxy(serverPort());
                var store = openThrough(proxy.port())) {
            assertThat(store.read(KEY)).isPresent();
            proxy.cutNext(() -> {});
            assertThat(store.read(KEY)).isPresent();
            proxy.cutNext(() -> {});
            assertThat(store.keys("")).containsExactly(KEY);
            proxy.cutNext(() -> {});
            store.lease(KEY, LeaseContract.LONG).close();
            try (var lease = store.lease(KEY, LeaseContract.LONG)) {
                proxy.cutNext(() -> {});
            }
            open().lease(KEY, LeaseContract.LONG).close();
        }
    }

    @Test
    default void aServerThatIsDownIsToldOf() {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "canary-value");
        stopServer();
        try {
            for (Runnable use : List.<Runnable>of(
                    () -> store.read(KEY),
                    () -> open().read(KEY),
                    () -> store.keys(""),
                    () -> store.replace(KEY, Entry.ABSENT, "canary-value"),
                    () -> lease(store))) {
                assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(use::run)
                        .withMessageContaining("127.0.0.1:" + serverPort())
                        .withMessageEndingWith("see that the server runs and can be reached from here, then try again")
                        .satisfies(failure -> assertThat(Traces.of(failure)).doesNotContain("canary"));
            }
        } finally {
            startServer();
        }
        assertThat(store.read(KEY)).map(Entry::value).contains("canary-value");
        assertThat(store.keys("")).containsExactly(KEY);
        assertThat(store.toString()).doesNotContain("canary");
    }

    @Test
    default void aServerThatIsStartedAnewIsFoundAgain() {
        var store = open();
        var used = new ArrayList<String>();
        StoreContract.increment(store, KEY);
        for (int i = 0; i < 3; i++) {
            stopServer();
            startServer();
            StoreContract.increment(store, KEY);
            used.add(store.read(KEY).orElseThrow().value());
            lease(store);
        }
        assertThat(used).containsExactly("2", "3", "4");
    }

    @Test
    default void noIncrementIsLostWhileTheServerIsStartedAnew() throws Exception {
        var store = open();
        var done = new AtomicInteger();
        var uncertain = new AtomicInteger();
        var over = new AtomicBoolean();
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            workers.add(Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    incrementOrTell(store, done, uncertain);
                }
            }));
        }
        try {
            for (int i = 0; i < 3; i++) {
                var before = done.get();
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> done.get() > before + 20);
                stopServer();
                startServer();
            }
            var before = done.get();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> done.get() > before + 20);
        } finally {
            over.set(true);
            for (var worker : workers) {
                worker.join();
            }
        }
        assertThat(Integer.parseInt(store.read(KEY).orElseThrow().value()))
                .isBetween(done.get(), done.get() + uncertain.get());
    }

    private static void incrementOrTell(Store store, AtomicInteger done, AtomicInteger uncertain) {
        Entry now;
        try {
            now = store.read(KEY).orElse(new Entry("0", Entry.ABSENT));
        } catch (StoreException down) {
            return;
        }
        try {
            var next = Integer.toString(Integer.parseInt(now.value()) + 1);
            if (store.replace(KEY, now.version(), next)) {
                done.incrementAndGet();
            }
        } catch (StoreException down) {
            uncertain.incrementAndGet();
        }
    }

    private static void lease(Store store) {
        try {
            store.lease(KEY, LeaseContract.LONG).close();
        } catch (Exception failure) {
            throw failure instanceof StoreException known ? known : new IllegalStateException(failure);
        }
    }
}
