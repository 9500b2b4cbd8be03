package dev.fairlead.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A file that the processes of one machine share. What failed was not done, so that nothing is ever uncertain. */
final class SqliteDialect implements Dialect {
    private static final String NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
    private static final String END = "coalesce(" + NOW + " + ?, " + Long.MAX_VALUE + ")";

    private static final String CREATE = "INSERT INTO fairlead_entry (name, value, version, expires_at)"
            + " VALUES (?, ?, ?, " + END + ") ON CONFLICT (name) DO UPDATE"
            + " SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at"
            + " WHERE expires_at <= " + NOW;
    private static final String UPDATE = "UPDATE fairlead_entry SET value = ?, version = ?, expires_at = " + END
            + " WHERE name = ? AND version = ? AND expires_at > " + NOW;
    private static final String DELETE =
            "DELETE FROM fairlead_entry WHERE name = ? AND version = ? AND expires_at > " + NOW;

    @Override
    public String product() {
        return "SQLite";
    }

    @Override
    public String read() {
        return "SELECT value, version FROM fairlead_entry WHERE name = ? AND expires_at > " + NOW;
    }

    @Override
    public String names() {
        return "SELECT name FROM fairlead_entry WHERE name >= ? AND name < ? AND expires_at > " + NOW;
    }

    @Override
    public String findSchema() {
        return "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'fairlead_schema'";
    }

    @Override
    public List<String> beginAlone() {
        return List.of("BEGIN IMMEDIATE");
    }

    @Override
    public List<String> clean() {
        return List.of(
                "DELETE FROM fairlead_entry WHERE rowid IN (SELECT rowid FROM fairlead_entry" + " WHERE expires_at <= "
                        + NOW + " AND expires_at < " + Long.MAX_VALUE + " LIMIT " + Cleaning.AT_MOST + ")");
    }

    @Override
    public boolean replace(Connection connection, Change change, boolean again) throws SQLException {
        int rows;
        if (change.value() == null) {
            rows = Sql.update(connection, DELETE, change.name(), change.seen());
        } else if (change.creates()) {
            rows = Sql.update(connection, CREATE, change.name(), change.value(), change.version(), change.millis());
        } else {
            rows = Sql.update(
                    connection,
                    UPDATE,
                    change.value(),
                    change.version(),
                    change.millis(),
                    change.name(),
                    change.seen());
        }
        return rows == 1;
    }

    @Override
    public boolean isBusy(SQLException failure) {
        return code(failure) == 5 || code(failure) == 6;
    }

    @Override
    public boolean isLost(SQLException failure) {
        return false;
    }

    @Override
    public String advice(SQLException failure) {
        return switch (code(failure)) {
            case 5, 6 -> "end the process that has been writing it for so long";
            case 11, 26 -> "restore the file from a backup, or move it away to begin with an empty one";
            case 13 -> "make space on the disk";
            default -> "see that the file and its folder may be read and written, and the disk has space";
        };
    }

    /** The numbers of SQLite stand at https://www.sqlite.org/rescode.html; the higher bits say more of the same. */
    private static int code(SQLException failure) {
        return failure.getErrorCode() & 0xFF;
    }
}
