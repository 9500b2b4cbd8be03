package dev.fairlead.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Brings the tables of a database to their present form, by numbered scripts that are each run once. */
final class Migrations {
    /** The number of the last script. */
    static final int LAST = 1;

    private Migrations() {}

    static void run(Connection connection, Dialect dialect, Database database) throws SQLException {
        // Nothing is locked, and no right to create tables is needed, where there is nothing to do.
        if (isDone(connection, dialect, database)) {
            return;
        }
        for (var statement : dialect.beginAlone()) {
            Sql.run(connection, statement);
        }
        var done = false;
        try {
            if (!isDone(connection, dialect, database)) {
                for (int number = number(connection, dialect) + 1; number <= LAST; number++) {
                    run(connection, script(dialect, number));
                    Sql.run(connection, "INSERT INTO fairlead_schema (version) VALUES (" + number + ")");
                }
            }
            Sql.run(connection, "COMMIT");
            done = true;
        } finally {
            if (!done) {
                rollBack(connection);
            }
        }
    }

    private static boolean isDone(Connection connection, Dialect dialect, Database database) throws SQLException {
        var number = number(connection, dialect);
        if (number > LAST) {
            throw new StoreException(
                    "%s was written by a newer version of this library; use that version, or another database"
                            .formatted(database),
                    null);
        }
        return number == LAST;
    }

    private static int number(Connection connection, Dialect dialect) throws SQLException {
        if (Sql.query(connection, results -> true, dialect.findSchema()).isEmpty()) {
            return 0;
        }
        return Sql.query(connection, results -> results.getInt(1), "SELECT max(version) FROM fairlead_schema")
                .getFirst();
    }

    private static void run(Connection connection, String script) throws SQLException {
        for (var statement : script.split(";", -1)) {
            if (!statement.isBlank()) {
                Sql.run(connection, statement);
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            Sql.run(connection, "ROLLBACK");
        } catch (SQLException broken) {
            // The connection is dropped, which rolls back too; why it is, somebody else tells already.
            System.getLogger(Migrations.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "a transaction was not rolled back", broken);
        }
    }

    private static String script(Dialect dialect, int number) {
        var name = dialect.product().toLowerCase(Locale.ROOT) + "/" + number + ".sql";
        try (var input = open(name)) {
            if (input == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static @Nullable InputStream open(String name) {
        return Migrations.class.getResourceAsStream(name);
    }
}
