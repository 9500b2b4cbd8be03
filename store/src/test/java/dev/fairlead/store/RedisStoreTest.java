package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fairlead.store.Store.Entry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The store in Redis keeps the promises of a store, with a real server. */
@ExtendWith(NeedsServer.Redis.class)
@Tag("thorough")
final class RedisStoreTest implements StoreContract, ExpiryContract, LeaseContract, ProcessesContract, LossContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final RedisServer server = RedisServer.running();
    private final String namespace = "test[%d]*".formatted(NAMESPACES.incrementAndGet());
    private final List<Store> opened = new ArrayList<>();

    @Override
    public Store open() {
        return open(server.uri());
    }

    @Override
    public Store openThrough(int port) {
        return open(server.uri(port));
    }

    @Override
    public String address() {
        return server.uri() + "#" + namespace;
    }

    @Override
    public int serverPort() {
        return server.port();
    }

    @Override
    public void stopServer() {
        server.stop();
    }

    @Override
    public void startServer() {
        server.start();
    }

    @Override
    public List<String> kept(Store store) {
        return store.keys("");
    }

    @AfterEach
    void nothingIsLeftOpen() {
        opened.forEach(Store::close);
    }

    @Test
    void anotherNamespaceIsAnotherStore() {
        open().replace("key", Entry.ABSENT, "value");
        var other = Stores.redis(server.uri(), namespace.replace("*", "0"));
        opened.add(other);

        assertThat(other.keys("")).isEmpty();
        assertThat(other.read("key")).isEmpty();
        assertThat(other.replace("key", Entry.ABSENT, "other")).isTrue();
        assertThat(open().keys("")).containsExactly("key");
    }

    @Test
    void receiptsGoByThemselves() {
        open().replace("key", Entry.ABSENT, "value");
        try (var redis = server.connect()) {
            var receipts = redis.keys("*:receipt:*");
            assertThat(receipts)
                    .isNotEmpty()
                    .allSatisfy(receipt -> assertThat(redis.pttl(receipt))
                            .isBetween(-2L, 120_000L)
                            .isNotEqualTo(-1));
        }
    }

    @Test
    void aLeaseIsRenewedWhileItIsHeld() throws Exception {
        var life = Duration.ofSeconds(3);
        var store = new RedisStore(server.uri(), namespace, life);
        opened.add(store);
        try (var lease = store.lease("key", LeaseContract.LONG)) {
            // So long that it would be over.
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> open().lease("key", life.multipliedBy(2)));
        }
        open().lease("key", Duration.ZERO).close();
    }

    @Test
    void aLeaseThatSomebodyElseGotMeanwhileIsLeftToHim() throws Exception {
        var store = new RedisStore(server.uri(), namespace, Duration.ofMillis(100));
        opened.add(store);
        var lost = store.lease("key", LeaseContract.LONG);
        try (var redis = server.connect()) {
            redis.set(namespace + ":lease:inside key", "somebody else");
            lost.close();

            assertThat(redis.get(namespace + ":lease:inside key")).isEqualTo("somebody else");
        }
    }

    @Test
    void nobodyRenewsWhatHasEnded() throws Exception {
        var store = new RedisStore(server.uri(), namespace, Duration.ofMillis(200));
        opened.add(store);
        store.lease("key", LeaseContract.LONG).close();

        try (var redis = server.connect()) {
            Awaitility.await().until(() -> !redis.exists(namespace + ":lease:inside key"));
        }
        open().lease("key", LeaseContract.LONG).close();
    }

    @Test
    void aWrongPasswordIsToldOfButNotShown() {
        var wrong = URI.create(server.uri().toString().replace(RedisServer.PASSWORD, "canary-wrong"));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(wrong).read("key"))
                .withMessageStartingWith(
                        "The Redis store 127.0.0.1:" + server.port() + "/3 could not be read: WRONGPASS")
                .withMessageEndingWith("see that user and password are right")
                .satisfies(failure -> assertThat(Traces.of(failure)).doesNotContain("canary"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.redis(URI.create("http://:canary-wrong@host")))
                .satisfies(failure -> assertThat(Traces.of(failure)).doesNotContain("canary"));
    }

    @Test
    void whatTheServerSaysOfAValueIsNotShown() {
        var store = open();
        try (var redis = server.connect()) {
            redis.aclSetUser("small_" + NAMESPACES.get(), "on", ">small", "~*", "+get", "+select");
        }
        var small = open(URI.create(
                server.uri().toString().replace(":" + RedisServer.PASSWORD, "small_" + NAMESPACES.get() + ":small")));
        assertThat(small.read("key")).isEmpty();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> small.replace("key", Entry.ABSENT, "canary-value"))
                .withMessageContaining("NOPERM")
                .withMessageEndingWith("let this user run GET, SCAN and EVAL on the keys of the store")
                .satisfies(failure -> assertThat(Traces.of(failure)).doesNotContain("canary"));
        assertThat(store.read("key")).isEmpty();
    }

    @Test
    void whoeverIsClosedRefusesAndHoldsNothing() throws Exception {
        var store = open();
        var lease = store.lease("key", LeaseContract.LONG);
        store.close();

        assertThatIllegalStateException().isThrownBy(() -> store.read("key")).withMessage("the store is closed");
        open().lease("key", Duration.ZERO).close();
        lease.close();
    }

    private Store open(URI uri) {
        var store = Stores.redis(uri, namespace);
        opened.add(store);
        return store;
    }
}
