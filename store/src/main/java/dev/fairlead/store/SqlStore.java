package dev.fairlead.store;

import dev.fairlead.store.parts.Leases;
import dev.fairlead.store.parts.Texts;
import dev.fairlead.store.parts.Versions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A store in a table of a database. */
final class SqlStore implements Store {
    private final Database database;
    private final Leases leases;
    private final Runnable endLeases;
    private final Cleaning cleaning = new Cleaning();

    SqlStore(Database database, Leases leases, Runnable endLeases) {
        this.database = database;
        this.leases = leases;
        this.endLeases = endLeases;
    }

    @Override
    public Optional<Entry> read(String key) {
        var name = Texts.key(key);
        return database.read((connection, again) -> Sql.query(
                        connection,
                        row -> new Entry(Texts.text(row.getBytes(1), 0), row.getString(2)),
                        database.dialect().read(),
                        name)
                .stream()
                .findFirst());
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        var name = Texts.key(key);
        var bytes = value == null ? null : Texts.value(value);
        var change =
                new Dialect.Change(name, seen, Texts.isOver(life) ? null : bytes, Versions.next(), Texts.millis(life));
        if (change.value() == null && change.creates()) {
            return read(key).isEmpty();
        }
        var replaced = database.write((connection, again) -> database.dialect().replace(connection, change, again));
        if (cleaning.isDue()) {
            clean();
        }
        return replaced;
    }

    @Override
    public List<String> keys(String prefix) {
        var from = Texts.key(prefix);
        var to = Texts.after(from);
        var names = database.read((connection, again) -> Sql.query(
                connection,
                row -> new String(row.getBytes(1), StandardCharsets.UTF_8),
                database.dialect().names(),
                from,
                to));
        // Databases sort by bytes, which is another order beyond the basic plane.
        return names.stream().sorted().toList();
    }

    @Override
    public Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException {
        Texts.key(key);
        return leases.take(key, patience)::close;
    }

    @Override
    public void close() {
        endLeases.run();
        database.close();
    }

    /** Says where it is, and nothing of what it keeps. */
    @Override
    public String toString() {
        return database.toString();
    }

    private void clean() {
        try {
            boolean ignored = database.write((connection, again) -> {
                for (var statement : database.dialect().clean()) {
                    Sql.update(connection, statement);
                }
                return true;
            });
        } catch (StoreException failure) {
            // What had to be written is written, and the next writer cleans.
            Logs.warn(failure);
        } catch (IllegalStateException closed) {
            Logs.warn(new StoreException(this + " was closed while it was used", closed));
        }
    }
}
