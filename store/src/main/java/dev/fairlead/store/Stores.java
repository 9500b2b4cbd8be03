package dev.fairlead.store;

import dev.fairlead.store.parts.FileLocks;
import dev.fairlead.store.parts.Leases;
import dev.fairlead.store.parts.Places;
import dev.fairlead.store.parts.Turns;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Opens stores. None of these methods connects to anything: what cannot be reached shows when it is first used, and each
 * later use tries anew.
 */
public final class Stores {
    private static final Turns TURNS_AT_FILES = new Turns();
    private static final Duration LONGEST_PAUSE_AT_FILES = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(25);
    private static final int CONNECTIONS = 8;
    private static final String POSTGRESQL = "jdbc:postgresql:";

    private Stores() {}

    /** Returns a store that forgets everything when the program ends. */
    public static Store memory() {
        return new MemoryStore();
    }

    /**
     * Returns the store in a file, shared by all processes of this machine and this user that open it. It and its folder are
     * made if they are missing; others than their owner may not use them. Needs {@code org.xerial:sqlite-jdbc}.
     */
    public static Store sqlite(Path file) {
        var place = new SqliteFile(file, Drivers.of("jdbc:sqlite:", "SQLite", "org.xerial:sqlite-jdbc"));
        var pool = new Pool<>(CONNECTIONS, CONNECTIONS, place::open, Stores::end);
        // SQLite lets one write at a time; who queues here need not knock there again and again.
        var database = new Database(new SqliteDialect(), place.toString(), pool, 1);
        var leases = new Leases(
                new FileLocks(place::locks, place::failed), TURNS_AT_FILES, place + "\n", LONGEST_PAUSE_AT_FILES);
        return new SqlStore(database, leases, () -> {});
    }

    /**
     * Returns the store of the user who runs this program, which the command uses too: {@code fairlead.db} in the folder
     * that the variable {@code FAIRLEAD_HOME} names, or where the operating system wants the data of programs. Needs
     * {@code org.xerial:sqlite-jdbc}.
     */
    public static Store ofUser() {
        return sqlite(Places.ofThisUser(System.getenv()).data().resolve("fairlead.db"));
    }

    /**
     * Returns the store in a PostgreSQL database, shared by all who use that database. Its tables are made at first use, in
     * the schema that comes first.
     *
     * @param database gives connections; one is kept while leases are held or waited for, so that at least two are needed.
     *     Closing the store does not close it
     */
    public static Store postgresql(DataSource database) {
        // How many there are, and which of them stay open, is for the application's own pool to say.
        var pool = new Pool<Connection, SQLException>(Integer.MAX_VALUE, 0, () -> inAutoCommit(database), Stores::end);
        return postgresql(pool, "in the application's database");
    }

    /**
     * Returns the store in a PostgreSQL database that such a URL names, as in
     * {@code jdbc:postgresql://db.example/app?user=app&password=…}. It uses at most eight connections of its own. Needs
     * {@code org.postgresql:postgresql}.
     */
    public static Store postgresql(String url) {
        if (!url.startsWith(POSTGRESQL)) {
            throw new IllegalArgumentException("a URL that begins with " + POSTGRESQL + " is needed");
        }
        var driver = Drivers.of(url, "PostgreSQL", "org.postgresql:postgresql");
        var pool = new Pool<>(CONNECTIONS, CONNECTIONS, () -> open(driver, url), Stores::end);
        return postgresql(pool, withoutSecrets(url));
    }

    /**
     * Returns the store in a Redis or Valkey server, as in {@code redis://user:password@cache.example:6379/0}, or
     * {@code rediss://} over TLS, shared by all who use that server. Needs {@code redis.clients:jedis}.
     */
    public static Store redis(URI server) {
        return redis(server, "fairlead");
    }

    /**
     * Returns the store in a Redis or Valkey server whose names all begin in a certain way.
     *
     * @param namespace the beginning, to which a colon is added
     */
    public static Store redis(URI server, String namespace) {
        Drivers.need("redis.clients.jedis.Jedis", "Redis", "redis.clients:jedis");
        return new RedisStore(server, namespace, RedisStore.LIFE_OF_LEASES);
    }

    private static Store postgresql(Pool<Connection, SQLException> pool, String place) {
        var database = new Database(new PostgresDialect(), place, pool, Integer.MAX_VALUE);
        var locks = new AdvisoryLocks(database);
        return new SqlStore(database, new Leases(locks, new Turns(), "", LONGEST_PAUSE), locks::close);
    }

    private static Connection open(Driver driver, String url) throws SQLException {
        var settings = new Properties();
        settings.setProperty("connectTimeout", "10");
        settings.setProperty("socketTimeout", "30");
        settings.setProperty("tcpKeepAlive", "true");
        settings.setProperty("logServerErrorDetail", "false");
        var connection = driver.connect(url, settings);
        if (connection == null) {
            throw new SQLException("the driver does not understand the URL");
        }
        return connection;
    }

    private static Connection inAutoCommit(DataSource database) throws SQLException {
        var connection = database.getConnection();
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
        return connection;
    }

    private static void end(Connection connection) {
        try {
            connection.close();
        } catch (SQLException ended) {
            System.getLogger(Stores.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "a connection had ended before it was closed", Plain.of(ended));
        }
    }

    private static String withoutSecrets(String url) {
        var place = url.substring(POSTGRESQL.length()).split("\\?", 2)[0];
        return place.substring(place.lastIndexOf('@') + 1).replaceFirst("^//", "");
    }
}
