package dev.fairlead.store;

import dev.fairlead.store.parts.Pauses;
import dev.fairlead.store.parts.Uninterrupted;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Does work on connections: on another one if the first turns out to be broken, and again if somebody was in the way. Work
 * must therefore be such that doing it twice is the same as doing it once.
 */
final class Database {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(5);

    private final Dialect dialect;
    private final String place;
    private final Pool<Connection, SQLException> pool;
    private final Semaphore writers;
    private final Duration patience;
    private final ReentrantLock preparing = new ReentrantLock();
    private volatile boolean prepared;

    /**
     * Makes one that does not connect yet.
     *
     * @param place where it is, without anything secret
     * @param writers how many at once are of use
     */
    Database(Dialect dialect, String place, Pool<Connection, SQLException> pool, int writers) {
        this(dialect, place, pool, writers, PATIENCE);
    }

    /**
     * Makes one that does not connect yet.
     *
     * @param patience how long to wait for others that write and for others that are in the way, together
     */
    Database(Dialect dialect, String place, Pool<Connection, SQLException> pool, int writers, Duration patience) {
        this.dialect = dialect;
        this.place = place;
        this.pool = pool;
        this.writers = new Semaphore(writers, true);
        this.patience = patience;
    }

    Dialect dialect() {
        return dialect;
    }

    Pool<Connection, SQLException> pool() {
        return pool;
    }

    /** Reads something. */
    <T> T read(Work<T> work) {
        return Uninterrupted.call(() -> attempt(work, Deed.READ, pauses()));
    }

    /** Writes something. */
    <T> T write(Work<T> work) {
        return Uninterrupted.call(() -> {
            var pauses = pauses();
            if (!writers.tryAcquire(pauses.remaining(), TimeUnit.NANOSECONDS)) {
                throw crowded();
            }
            try {
                return attempt(work, Deed.WRITE, pauses);
            } finally {
                writers.release();
            }
        });
    }

    private StoreException crowded() {
        return new StoreException(
                "%s %s: others have been writing for %s seconds; see what makes it slow"
                        .formatted(this, Deed.WRITE.failed(), patience.toSeconds()),
                null);
    }

    /** Says what could not be done, what happened and what to do. */
    StoreException failed(String what, SQLException failure) {
        var plain = Plain.of(failure);
        return new StoreException(
                "%s %s: %s; %s".formatted(this, what, plain.getMessage(), dialect.advice(failure)), plain);
    }

    void close() {
        pool.close();
    }

    /** Says where it is. */
    @Override
    public String toString() {
        return "The " + dialect.product() + " store " + place;
    }

    private Pauses pauses() {
        return Pauses.within(patience, LONGEST_PAUSE);
    }

    private <T> T attempt(Work<T> work, Deed deed, Pauses pauses) throws InterruptedException {
        SQLException lost = null;
        while (true) {
            var use = new Use();
            try {
                return use.on(work, lost != null);
            } catch (SQLException failure) {
                if (dialect.isBusy(failure) && !pauses.areOver()) {
                    pauses.pause();
                } else if (lost == null && use.isLost(failure)) {
                    lost = failure;
                    pool.forgetIdle();
                } else {
                    throw lost == null ? failed(deed.failed(), failure) : failedAgain(deed, lost, failure);
                }
            }
        }
    }

    private StoreException failedAgain(Deed deed, SQLException first, SQLException second) {
        var failure = failed(deed.failedAgain(), second);
        failure.addSuppressed(Plain.of(first));
        return failure;
    }

    private void prepare(Connection connection) throws SQLException {
        if (!prepared) {
            preparing.lock();
            try {
                if (!prepared) {
                    Migrations.run(connection, dialect, this);
                    prepared = true;
                }
            } finally {
                preparing.unlock();
            }
        }
    }

    /** What is done on a connection, perhaps again after a connection broke. */
    interface Work<T> {
        T on(Connection connection, boolean again) throws SQLException;
    }

    /** One use of one connection. */
    private final class Use {
        private @Nullable Connection connection;

        <T> T on(Work<T> work, boolean again) throws SQLException, InterruptedException {
            var taken = pool.take();
            connection = taken;
            var unharmed = false;
            try {
                prepare(taken);
                var result = work.on(taken, again);
                unharmed = true;
                return result;
            } catch (SQLException failure) {
                unharmed = dialect.isBusy(failure);
                throw failure;
            } finally {
                if (unharmed) {
                    pool.give(taken);
                } else {
                    pool.drop(taken);
                }
            }
        }

        /** One that could not even be opened will not fare better a moment later. */
        boolean isLost(SQLException failure) {
            return connection != null && dialect.isLost(failure);
        }
    }
}
