package dev.fairlead.store;

import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.UnsafePlaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;

/** A database file that only its owner may use. What SQLite puts beside it has the same rights. */
final class SqliteFile {
    private static final List<String> SETTINGS = List.of(
            // Longer waits are ours: a thread that SQLite lets wait keeps a processor from the others.
            "PRAGMA busy_timeout = 5",
            "PRAGMA journal_mode = WAL",
            // What was said to be kept survives a power cut, too.
            "PRAGMA synchronous = FULL",
            // What was taken away is overwritten, since it may be secret.
            "PRAGMA secure_delete = ON",
            "PRAGMA trusted_schema = OFF");

    /**
     * Held while a file is made: closing it would end the locks that SQLite may have taken on it elsewhere in this process.
     */
    private static final ReentrantLock MAKING = new ReentrantLock();

    /** What the driver reads: where it unpacks its library. */
    private static final String LIBRARY_FOLDER = "org.sqlite.tmpdir";

    private final Path file;
    private final Path name;
    private final Path folder;
    private final Driver driver;

    SqliteFile(Path file, Driver driver) {
        this.file = file.toAbsolutePath().normalize();
        var parent = this.file.getParent();
        var last = this.file.getFileName();
        if (parent == null || last == null) {
            throw new IllegalArgumentException("a file in a folder is needed, not " + file);
        }
        this.folder = parent;
        this.name = last;
        this.driver = driver;
    }

    /** Connects to the file, which is made if it is not there. */
    Connection open() throws SQLException {
        var connection = connect(safe());
        var ready = false;
        try {
            for (var setting : SETTINGS) {
                Sql.run(connection, setting);
            }
            ready = true;
            return connection;
        } finally {
            if (!ready) {
                connection.close();
            }
        }
    }

    private Connection connect(Path real) throws SQLException {
        try {
            return driver.connect("jdbc:sqlite:" + real.toUri(), new Properties());
        } catch (SQLException failure) {
            var cause = failure.getCause();
            if (failure.getErrorCode() == 0 && cause != null && !(cause instanceof SQLException)) {
                throw unloaded(cause); // SQLite itself was not even asked.
            }
            throw failure;
        }
    }

    /** Returns what is thrown where there is no SQLite: its library comes in the driver's jar, and has to be unpacked to be run. */
    private StoreException unloaded(Throwable cause) {
        var folder = System.getProperty(LIBRARY_FOLDER, System.getProperty("java.io.tmpdir"));
        return new StoreException(
                ("The SQLite store %s could not be opened, because SQLite's library could not be loaded: it is"
                    + " unpacked into %s, which has to be a folder that may be written and from which programs may be"
                    + " run. Name another one with the option -D%s=FOLDER of Java; the file itself may be in order")
                        .formatted(file, folder, LIBRARY_FOLDER),
                cause);
    }

    /** Returns what is thrown when the file, or one beside it, cannot be used. */
    StoreException failed(IOException failure) {
        return failure instanceof UnsafePlaceException
                ? new StoreException("This is no safe place for a store: " + failure.getMessage(), failure)
                : new StoreException(
                        "The SQLite store %s could not be opened: %s; see that the folder may be written and the disk has space"
                                .formatted(file, failure),
                        failure);
    }

    /** Returns where the locks are, by its real path. */
    Path locks() throws IOException {
        return OwnerOnly.folder(folder).resolve(name + "-lock");
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private Path safe() {
        MAKING.lock();
        try {
            var real = OwnerOnly.folder(folder).resolve(name);
            if (!OwnerOnly.checkFile(real)) {
                OwnerOnly.makeFile(real);
                // Another process may have been faster. It must have made it well.
                boolean ignored = OwnerOnly.checkFile(real);
            }
            for (var suffix : List.of("-wal", "-shm", "-journal")) {
                boolean ignored = OwnerOnly.checkFile(real.resolveSibling(name + suffix));
            }
            return real;
        } catch (IOException failure) {
            throw failed(failure);
        } finally {
            MAKING.unlock();
        }
    }
}
