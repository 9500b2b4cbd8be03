package dev.fairlead.store;

import dev.fairlead.store.parts.Hashes;
import dev.fairlead.store.parts.Locks;
import dev.fairlead.store.parts.Uninterrupted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Locks that PostgreSQL gives back when the session ends that took them. All locks of one store are taken in one session,
 * which takes up one connection while there is any.
 */
final class AdvisoryLocks implements Locks {
    /** Lets the server notice within half a minute that the machine of a holder is gone. */
    private static final String BEGIN =
            "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4";

    private static final String END = "SELECT pg_advisory_unlock_all();"
            + " RESET tcp_keepalives_idle; RESET tcp_keepalives_interval; RESET tcp_keepalives_count";

    private final Database database;
    private final Pool<Connection, SQLException> pool;

    /** Held while the session is used, which one thread at a time can do. */
    private final ReentrantLock state = new ReentrantLock();

    /** Guarded by the lock. */
    private @Nullable Connection session;

    /** Guarded by the lock: the session in which each lock was taken. */
    private final Map<String, Connection> held = new HashMap<>();

    AdvisoryLocks(Database database) {
        this.database = database;
        this.pool = database.pool();
    }

    @Override
    public boolean tryLock(String name) {
        return alone(() -> {
            try {
                return tryNow(name);
            } catch (SQLException failure) {
                // One that could not even be opened will not fare better a moment later.
                var opened = session != null;
                lose(failure);
                if (!opened || !database.dialect().isLost(failure)) {
                    throw cannotLock(failure);
                }
            }
            try {
                return tryNow(name);
            } catch (SQLException failure) {
                lose(failure);
                throw cannotLock(failure);
            }
        });
    }

    @Override
    public void unlock(String name) {
        boolean ignored = alone(() -> {
            var taken = held.remove(name);
            if (taken != null && taken.equals(session)) {
                try {
                    ask(taken, "SELECT pg_advisory_unlock(?)", name);
                    endUnused();
                } catch (SQLException failure) {
                    lose(failure);
                }
            }
            return true;
        });
    }

    /** Gives all locks back. */
    void close() {
        boolean ignored = alone(() -> {
            held.clear();
            try {
                endUnused();
            } catch (SQLException failure) {
                lose(failure);
            }
            return true;
        });
    }

    private boolean tryNow(String name) throws SQLException, InterruptedException {
        var current = session;
        if (current == null) {
            current = pool.take();
            session = current;
            Sql.run(current, BEGIN);
        }
        var locked = ask(current, "SELECT pg_try_advisory_lock(?)", name);
        if (locked) {
            held.put(name, current);
        } else {
            endUnused();
        }
        return locked;
    }

    private static boolean ask(Connection connection, String sql, String name) throws SQLException {
        return Sql.query(connection, results -> results.getBoolean(1), sql, Hashes.of(name))
                .getFirst();
    }

    private void endUnused() throws SQLException {
        var current = session;
        if (current != null && held.isEmpty()) {
            Sql.run(current, END);
            session = null;
            pool.give(current);
        }
    }

    /** Ends the session for certain: in a pool of the application it would live on, and its locks too. */
    private void lose(SQLException failure) {
        var broken = session;
        session = null;
        if (broken != null) {
            if (held.values().removeIf(taken -> taken.equals(broken))) {
                Logs.warn(database.failed("lost the leases that were held", failure));
            }
            try {
                broken.abort(Runnable::run);
            } catch (SQLException unable) {
                Logs.warn(database.failed("could not end a connection", unable));
            }
            pool.drop(broken);
            pool.forgetIdle();
        }
    }

    private StoreException cannotLock(SQLException failure) {
        return database.failed(Deed.LEASE.failed(), failure);
    }

    /** An interrupt would close the session, and so give back the locks of others. */
    private <T> T alone(Step<T> step) {
        return Uninterrupted.call(() -> {
            state.lock();
            try {
                return step.run();
            } finally {
                state.unlock();
            }
        });
    }

    private interface Step<T> {
        T run() throws InterruptedException;
    }
}
