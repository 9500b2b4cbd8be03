package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a program is told that lacks a library. */
@Timeout(60)
final class DriversTest {
    @TempDir
    private Path temporary;

    @Test
    void whoeverLacksALibraryIsToldItsName() throws Exception {
        assertThat(without("sqlite-jdbc", temporary.resolve("store.db").toString()))
                .isEqualTo("The driver for SQLite is missing; add the library org.xerial:sqlite-jdbc to the program");
        assertThat(without("postgresql", "jdbc:postgresql://127.0.0.1:1/db"))
                .isEqualTo("The driver for PostgreSQL is missing; add the library org.postgresql:postgresql to the"
                        + " program");
        assertThat(without("jedis", "redis://127.0.0.1:1#space"))
                .isEqualTo("The driver for Redis is missing; add the library redis.clients:jedis to the program");
    }

    private static String without(String library, String address) throws Exception {
        var others = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith(library))
                .collect(Collectors.joining(File.pathSeparator));
        var worker = StoreWorker.with(others, "hold", address).start();
        try {
            var line = ProcessesContract.Workers.line(worker);
            assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return line;
        } finally {
            worker.destroyForcibly();
        }
    }
}
