package dev.fairlead.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A real Redis or Valkey server, for all tests of this process. */
public final class RedisServer {
    static final String PASSWORD = "canary-Zx81";

    private final String program;
    private final Path folder;
    private final int port = ServerProcess.freePort();
    private ServerProcess process;

    private RedisServer(String program) {
        this.program = program;
        try {
            this.folder = Files.createTempDirectory("fairlead-redis");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start();
    }

    /** Returns the server, which is started if it is not running. */
    public static RedisServer running() {
        return Holder.SERVER;
    }

    /** Returns the program, if one is installed. */
    static Optional<String> program() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(String.valueOf(System.getenv("PATH")))
                .flatMap(folder ->
                        List.of("redis-server", "valkey-server").stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    int port() {
        return port;
    }

    public URI uri() {
        return uri(port);
    }

    /** Returns the URI by way of some port. */
    URI uri(int through) {
        return URI.create("redis://:%s@127.0.0.1:%d/3".formatted(PASSWORD, through));
    }

    Jedis connect() {
        return new Jedis(uri());
    }

    void stop() {
        process.close();
    }

    void start() {
        process = ServerProcess.start(
                "KILL",
                folder.resolve("log"),
                List.of(
                        program,
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--requirepass",
                        PASSWORD,
                        "--dir",
                        folder.toString(),
                        "--save",
                        "",
                        // What was kept is there again when the server is.
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        System.getProperty("redis.appendfsync", "no")));
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
            return "PONG".equals(connection.ping());
        } catch (JedisException notYet) {
            return false;
        }
    }

    private void end() {
        stop();
        Folders.delete(folder);
    }

    private static final class Holder {
        static final RedisServer SERVER = new RedisServer(program().orElseThrow());

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::end));
        }
    }
}
