package dev.fairlead.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What differs from database to database. */
interface Dialect {

    /** Returns what people call the database; in small letters it names the folder of its scripts. */
    String product();

    /** Returns the query for value and version by name. */
    String read();

    /** Returns the query for the names from one on and before another. */
    String names();

    /** Returns the query that yields a row if the table with the number of the last script is there. */
    String findSchema();

    /** Returns what begins a transaction in which nobody else changes the tables. */
    List<String> beginAlone();

    /** Returns what clears away a part of that which nobody needs any more. */
    List<String> clean();

    /**
     * Replaces something, if what the caller saw is still there.
     *
     * @param again whether the same was attempted before, with an unknown end
     */
    boolean replace(Connection connection, Change change, boolean again) throws SQLException;

    /** Returns whether nothing was done because somebody else was in the way. */
    boolean isBusy(SQLException failure);

    /** Returns whether the connection broke, so that another may do better. */
    boolean isLost(SQLException failure);

    /** Returns what an operator can do about it. */
    String advice(SQLException failure);

    /**
     * Something to be replaced by something.
     *
     * @param value null for nothing
     * @param millis how long it lives; null for ever
     */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares changes.
    record Change(
            byte[] name,
            String seen,
            byte @Nullable [] value,
            String version,
            @Nullable Long millis) {
        boolean creates() {
            return seen.equals(Store.Entry.ABSENT);
        }
    }
}
