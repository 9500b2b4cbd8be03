package dev.fairlead.store;

import dev.fairlead.store.parts.Hashes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A server that many machines share.
 *
 * <p>When a connection breaks, nobody knows whether the last statement was carried out. So every change leaves a receipt,
 * within the same statement, and can be attempted again: the receipt tells that it was done, and keeps it from being done
 * twice.
 */
final class PostgresDialect implements Dialect {
    private static final String END = "coalesce(now() + ?::bigint * interval '1 millisecond', 'infinity')";

    private static final String CREATE =
            withReceipt("INSERT INTO fairlead_entry AS old (name, value, version, expires_at)"
                    + " VALUES (?, ?, ?, " + END + ") ON CONFLICT (name) DO UPDATE"
                    + " SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at"
                    + " WHERE old.expires_at <= now()");
    private static final String UPDATE = withReceipt("UPDATE fairlead_entry SET value = ?, version = ?, expires_at = "
            + END + " WHERE name = ? AND version = ? AND expires_at > now()");
    private static final String DELETE =
            withReceipt("DELETE FROM fairlead_entry WHERE name = ? AND version = ? AND expires_at > now()");

    private static final String ALREADY_THERE = "23505";

    private static String withReceipt(String change) {
        return "WITH changed AS (" + change + " RETURNING 1)"
                + " INSERT INTO fairlead_receipt (version, kept_at) SELECT ?, now() FROM changed";
    }

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public String read() {
        return "SELECT value, version FROM fairlead_entry WHERE name = ? AND expires_at > now()";
    }

    @Override
    public String names() {
        return "SELECT name FROM fairlead_entry WHERE name >= ? AND name < ? AND expires_at > now()";
    }

    @Override
    public String findSchema() {
        // Functions that look for a name answer from memory that may be older than the lock which was just waited for.
        return "SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'fairlead_schema' AND pg_table_is_visible(oid)";
    }

    @Override
    public List<String> beginAlone() {
        return List.of(
                // With any other level, the changes of whoever was first would not be seen after waiting for him.
                "BEGIN ISOLATION LEVEL READ COMMITTED", "SELECT pg_advisory_xact_lock(" + Hashes.of("schema") + ")");
    }

    @Override
    public List<String> clean() {
        return List.of(
                "DELETE FROM fairlead_entry WHERE name IN (SELECT name FROM fairlead_entry WHERE expires_at <= now()"
                        + " AND expires_at < 'infinity' LIMIT " + Cleaning.AT_MOST + " FOR UPDATE SKIP LOCKED)",
                "DELETE FROM fairlead_receipt WHERE version IN (SELECT version FROM fairlead_receipt"
                        + " WHERE kept_at <= now() - interval '10 minutes'"
                        + " LIMIT " + Cleaning.AT_MOST + " FOR UPDATE SKIP LOCKED)");
    }

    @Override
    public boolean replace(Connection connection, Change change, boolean again) throws SQLException {
        try {
            return attempt(connection, change) || (again && hasReceipt(connection, change));
        } catch (SQLException failure) {
            if (ALREADY_THERE.equals(failure.getSQLState())) {
                return true;
            }
            throw failure;
        }
    }

    private static boolean attempt(Connection connection, Change change) throws SQLException {
        int rows;
        if (change.value() == null) {
            rows = Sql.update(connection, DELETE, change.name(), change.seen(), change.version());
        } else if (change.creates()) {
            rows = Sql.update(
                    connection,
                    CREATE,
                    change.name(),
                    change.value(),
                    change.version(),
                    change.millis(),
                    change.version());
        } else {
            rows = Sql.update(
                    connection,
                    UPDATE,
                    change.value(),
                    change.version(),
                    change.millis(),
                    change.name(),
                    change.seen(),
                    change.version());
        }
        return rows == 1;
    }

    private static boolean hasReceipt(Connection connection, Change change) throws SQLException {
        return !Sql.query(
                        connection,
                        results -> true,
                        "SELECT 1 FROM fairlead_receipt WHERE version = ?",
                        change.version())
                .isEmpty();
    }

    @Override
    public boolean isBusy(SQLException failure) {
        // A conflict or a deadlock with another transaction, which took this one back.
        return stateStarts(failure, "40001") || stateStarts(failure, "40P01");
    }

    @Override
    public boolean isLost(SQLException failure) {
        return stateStarts(failure, "08") || stateStarts(failure, "57P");
    }

    @Override
    public String advice(SQLException failure) {
        if (stateStarts(failure, "28")) {
            return "see that user and password are right and the server lets them in";
        }
        if (stateStarts(failure, "3D")) {
            return "create that database or correct its name";
        }
        if (stateStarts(failure, "42501")) {
            return "let this user read and write the tables fairlead_*, and create them the first time";
        }
        if (stateStarts(failure, "42P01")) {
            return "somebody took a table away: restore it, or drop all fairlead_* to begin with empty ones";
        }
        if (stateStarts(failure, "53")) {
            return "give the server what it ran out of: connections, memory or space on the disk";
        }
        if (stateStarts(failure, "25006")) {
            return "connect to the primary: this server only reads";
        }
        return "see that the server runs and can be reached from here, then try again";
    }

    private static boolean stateStarts(SQLException failure, String start) {
        var state = failure.getSQLState();
        return state != null && state.startsWith(start);
    }
}
