package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.fairlead.store.Store.Entry;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The store in PostgreSQL keeps the promises of a store, with a real server. */
@ExtendWith(NeedsServer.Postgres.class)
@Tag("thorough")
final class PostgresStoreTest implements StoreContract, ExpiryContract, LeaseContract, ProcessesContract, LossContract {
    private final PostgresServer server = PostgresServer.running();
    private final String url = server.emptySchema();
    private final List<Store> opened = new ArrayList<>();
    private HikariDataSource pool;

    @Override
    public Store open() {
        return open(url);
    }

    @Override
    public Store openThrough(int port) {
        return open(url.replace(":" + server.port() + "/", ":" + port + "/"));
    }

    @Override
    public String address() {
        return url;
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
        return query("SELECT encode(name, 'escape') FROM fairlead_entry");
    }

    @AfterEach
    void nothingIsLeftOpen() {
        opened.forEach(Store::close);
        if (pool != null) {
            pool.close();
        }
    }

    @Test
    void manyWhoAreFirstMakeTheTablesOnce() throws Exception {
        StoreContract.inParallel(8, () -> open().read("key"));

        assertThat(query("SELECT version::text FROM fairlead_schema")).containsExactly("1");
    }

    @Test
    void aUserWhoMayMakeNoTablesUsesThoseThatAreThere() {
        open().replace("key", Entry.ABSENT, "value");
        var schema = url.substring(url.lastIndexOf('=') + 1);
        server.run("CREATE ROLE guest_%1$s LOGIN PASSWORD 'guest'; GRANT USAGE ON SCHEMA %1$s TO guest_%1$s;"
                .formatted(schema));
        var guest = url.replace("user=fairlead", "user=guest_" + schema).replace(PostgresServer.PASSWORD, "guest");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(guest).read("key"))
                .withMessageContaining("permission denied")
                .withMessageEndingWith(
                        "let this user read and write the tables fairlead_*, and create them the first time");

        server.run("GRANT ALL ON ALL TABLES IN SCHEMA %1$s TO guest_%1$s".formatted(schema));
        assertThat(open(guest).read("key")).map(Entry::value).contains("value");
        assertThat(open(guest).replace("other", Entry.ABSENT, "value")).isTrue();
    }

    @Test
    void aWrongPasswordIsToldOfButNotShown() {
        var wrong = url.replace(PostgresServer.PASSWORD, "canary-wrong");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(wrong).read("key"))
                .withMessageStartingWith(
                        "The PostgreSQL store 127.0.0.1:" + server.port() + "/postgres could not be read: ")
                .withMessageContaining("see that user and password are right")
                .satisfies(failure -> assertThat(Traces.of(failure)).doesNotContain("canary"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.postgresql("jdbc:mysql://host/db?password=canary-wrong"))
                .satisfies(failure -> assertThat(Traces.of(failure)).doesNotContain("canary"));
    }

    @Test
    void whatTheServerSaysOfAValueIsNotShown() {
        var store = open();
        store.replace("key", Entry.ABSENT, "value");
        query("ALTER TABLE fairlead_entry ADD CHECK (length(value) < 10)");

        for (var each : List.of(store, fromDataSource())) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> each.replace("other", Entry.ABSENT, "canary-value"))
                    .withMessageContaining("could not be written")
                    .satisfies(failure -> assertThat(Traces.of(failure))
                            .doesNotContain("canary")
                            .doesNotContain("Failing row"));
        }
    }

    @Test
    void receiptsAreClearedAway() {
        var store = open();
        for (int i = 0; i < 200; i++) {
            StoreContract.increment(store, "counter");
        }
        query("UPDATE fairlead_receipt SET kept_at = kept_at - interval '1 hour'");
        for (int i = 0; i < 64; i++) {
            StoreContract.increment(store, "counter");
        }

        assertThat(query("SELECT version FROM fairlead_receipt")).hasSizeLessThanOrEqualTo(64);
    }

    @Test
    void noMoreConnectionsAreUsedThanWasSaid() throws Exception {
        var store = open();
        StoreContract.inParallel(50, () -> {
            StoreContract.increment(store, "counter");
            return true;
        });

        assertThat(connections()).isLessThanOrEqualTo(8);
        store.close();
        Awaitility.await().until(() -> connections() == 0);
    }

    @Test
    void whoeverIsClosedRefusesAndHoldsNothing() throws Exception {
        var store = open();
        var lease = store.lease("key", LeaseContract.LONG);
        store.close();

        assertThatIllegalStateException().isThrownBy(() -> store.read("key")).withMessage("the store is closed");
        open().lease("key", LeaseContract.LONG).close();
        lease.close();
    }

    @Test
    void aLeaseLostWithTheServerIsFreeForOthersAndItsEndHarmsNobody() throws Exception {
        var store = open();
        var lost = store.lease("key", LeaseContract.LONG);
        server.stop();
        server.start();

        var other = open();
        try (var next = other.lease("key", LeaseContract.LONG)) {
            lost.close();
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> open().lease("key", LeaseContract.SHORT));
        }
        store.lease("key", LeaseContract.LONG).close();
    }

    /** By connections that the application gives, in a mode of its own. */
    @Nested
    class FromDataSource implements StoreContract, LeaseContract {
        @Override
        public Store open() {
            return fromDataSource();
        }
    }

    private Store fromDataSource() {
        if (pool == null) {
            var config = new HikariConfig();
            config.setJdbcUrl(url);
            config.setMaximumPoolSize(3);
            config.setAutoCommit(false);
            config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
            pool = new HikariDataSource(config);
        }
        var store = Stores.postgresql(pool);
        opened.add(store);
        return store;
    }

    private Store open(String address) {
        var store = Stores.postgresql(address + "&ApplicationName=store" + System.identityHashCode(this));
        opened.add(store);
        return store;
    }

    private int connections() {
        return query("SELECT pid::text FROM pg_stat_activity WHERE application_name = 'store"
                        + System.identityHashCode(this) + "'")
                .size();
    }

    private List<String> query(String sql) {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            var rows = new ArrayList<String>();
            if (statement.execute(sql)) {
                var results = statement.getResultSet();
                while (results.next()) {
                    rows.add(new String(results.getBytes(1), StandardCharsets.UTF_8));
                }
            }
            return rows;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
