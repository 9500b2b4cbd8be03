package dev.fairlead.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The few ways in which statements are run. */
final class Sql {
    private Sql() {}

    /** Returns how many rows were changed. */
    static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    /** Returns all rows. */
    static <T> List<T> query(Connection connection, Row<T> row, String sql, @Nullable Object... values)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (var results = statement.executeQuery()) {
                var rows = new ArrayList<T>();
                while (results.next()) {
                    rows.add(row.from(results));
                }
                return rows;
            }
        }
    }

    /** Runs what needs no values. */
    static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            boolean ignored = statement.execute(sql);
        }
    }

    private static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            switch (values[i]) {
                case null -> statement.setNull(i + 1, Types.BIGINT);
                case byte[] bytes -> statement.setBytes(i + 1, bytes);
                case Long number -> statement.setLong(i + 1, number);
                case Object text -> statement.setString(i + 1, text.toString());
            }
        }
    }

    /** Reads one row. */
    interface Row<T> {
        T from(ResultSet results) throws SQLException;
    }
}
