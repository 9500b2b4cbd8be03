package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever writes while another one writes waits, but not for ever. */
@Timeout(60)
final class DatabaseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration HELD =
            Duration.ofSeconds(4); // so that only a machine that stops for as long spoils it
    private static final int SQLITE_BUSY = 5;

    @TempDir
    private Path temporary;

    private Database database;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final FutureTask<String> writing = new FutureTask<>(() -> database.write(this::slowly));

    @BeforeEach
    void somebodyWrites() throws Exception {
        var file = new SqliteFile(
                temporary.resolve("test.db"), Drivers.of("jdbc:sqlite:", "SQLite", "org.xerial:sqlite-jdbc"));
        var pool = new Pool<>(4, 4, file::open, DatabaseTest::end);
        database = new Database(new SqliteDialect(), file.toString(), pool, 1, PATIENCE);
        Thread.ofVirtual().start(writing);
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        go.countDown();
        assertThat(writing.get(30, TimeUnit.SECONDS)).isEqualTo("written");
        database.close();
    }

    private String slowly(Connection connection, boolean again) {
        begun.countDown();
        try {
            go.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
        return "written";
    }

    private static void end(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            throw new IllegalStateException(gone);
        }
    }

    @Test
    void aWriterThatDoesNotEndHoldsOthersNoLongerThanTheyHavePatience() throws Exception {
        assertThatThrownBy(() -> database.write((connection, again) -> "never"))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("test.db", "could not be written", "others have been writing for 5 seconds");
        go.countDown();
        assertThat(writing.get(30, TimeUnit.SECONDS)).isEqualTo("written");
        assertThat(database.<String>write((connection, again) -> "later")).isEqualTo("later");
    }

    @Test
    void whoeverWaitedForItsTurnHasOnlyTheRestOfItsPatienceForOthersThatAreInTheWay() throws Exception {
        var attempts = new ArrayList<Long>();
        Thread.ofVirtual().start(() -> {
            try {
                boolean ignored = go.await(HELD.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts this thread", impossible);
            }
            go.countDown();
        });
        assertThatThrownBy(() -> database.write((connection, again) -> {
                    attempts.add(System.nanoTime());
                    throw new SQLException("locked by another process", "", SQLITE_BUSY);
                }))
                .isInstanceOf(StoreException.class);
        assertThat(Duration.ofNanos(attempts.getLast() - attempts.getFirst()))
                .as("would be all of it")
                .isLessThan(PATIENCE);
    }

    @Test
    void anInterruptDoesNotGetLostWhileOthersWrite() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> database.write((connection, again) -> "never")).isInstanceOf(StoreException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
