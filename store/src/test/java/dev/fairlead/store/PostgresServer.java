package dev.fairlead.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real PostgreSQL server with a database of its own, for all tests of this process. */
public final class PostgresServer {
    static final String PASSWORD = "canary-Zx81";

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final Path programs;
    private final Path folder;
    private final int port = ServerProcess.freePort();
    private ServerProcess process;

    private PostgresServer(Path programs) {
        this.programs = programs;
        try {
            this.folder = Files.createTempDirectory("fairlead-postgres");
            // The server refuses to run as root.
            if (isRoot()) {
                var owner =
                        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres");
                Files.setOwner(folder, owner);
            }
            initialize();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start();
    }

    /** Returns the server, which is started if it is not running. */
    public static PostgresServer running() {
        return Holder.SERVER;
    }

    /** Returns the folder with the programs of the newest version that is installed. */
    static Optional<Path> programs() {
        var versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> found = Files.list(versions)) {
            return found.map(version -> version.resolve("bin"))
                    .filter(bin ->
                            Files.isExecutable(bin.resolve("postgres")) && Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparingInt(bin ->
                            Integer.parseInt(bin.getParent().getFileName().toString())));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int port() {
        return port;
    }

    /** Returns the URL of a schema that nothing was kept in before. */
    public String emptySchema() {
        var name = "schema_" + SCHEMAS.incrementAndGet();
        run("CREATE SCHEMA " + name);
        return url(port, name);
    }

    /** Returns the URL of a schema by way of some port. */
    String url(int through, String schema) {
        return "jdbc:postgresql://127.0.0.1:%d/postgres?user=fairlead&password=%s&currentSchema=%s"
                .formatted(through, PASSWORD, schema);
    }

    /** Does something as an administrator. */
    void run(String sql) {
        try (var connection = connect()) {
            Sql.run(connection, sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(port, "public"));
    }

    void stop() {
        process.close();
    }

    void start() {
        process = ServerProcess.start(
                "QUIT",
                folder.resolveSibling(folder.getFileName() + ".log"),
                asServer(
                        "postgres",
                        "-D",
                        data(),
                        "-c",
                        "port=" + port,
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "fsync=" + System.getProperty("postgres.fsync", "off"),
                        "-c",
                        "full_page_writes=off",
                        "-c",
                        "shared_buffers=16MB",
                        "-c",
                        "max_connections=100"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(this::answers);
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the server did not start: " + process.log());
        }
        try (var connection = connect()) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private void initialize() throws IOException {
        var password = Files.writeString(folder.resolveSibling(folder.getFileName() + ".password"), PASSWORD);
        var log = folder.resolveSibling(folder.getFileName() + ".init").toFile();
        var initializing = new ProcessBuilder(asServer(
                        "initdb",
                        "-D",
                        data(),
                        "-U",
                        "fairlead",
                        "-A",
                        "scram-sha-256",
                        "--pwfile=" + password,
                        "--no-sync",
                        "-E",
                        "UTF8",
                        "--locale=C"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            if (!initializing.waitFor(60, TimeUnit.SECONDS) || initializing.exitValue() != 0) {
                throw new IllegalStateException("no database could be made: " + Files.readString(log.toPath()));
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            initializing.destroyForcibly();
            Files.delete(password);
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private List<String> asServer(String program, String... arguments) {
        var command = new ArrayList<String>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void end() {
        stop();
        for (var suffix : List.of("", ".log", ".init")) {
            Folders.delete(folder.resolveSibling(folder.getFileName() + suffix));
        }
    }

    private static final class Holder {
        static final PostgresServer SERVER = new PostgresServer(programs().orElseThrow());

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::end));
        }
    }
}
