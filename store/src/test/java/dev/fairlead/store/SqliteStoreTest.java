package dev.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fairlead.store.Store.Entry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The store in a file keeps the promises of a store, and the file is nobody else's. */
final class SqliteStoreTest implements StoreContract, ExpiryContract, LeaseContract, ProcessesContract {
    @TempDir
    private Path temporary;

    private final List<Store> opened = new ArrayList<>();

    @Override
    public Store open() {
        return open(file());
    }

    @Override
    public String address() {
        return file().toString();
    }

    @Override
    public List<String> kept(Store store) {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            return Sql.query(
                    connection,
                    row -> new String(row.getBytes(1), StandardCharsets.UTF_8),
                    "SELECT name FROM fairlead_entry");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @AfterEach
    void nothingIsLeftOpen() {
        opened.forEach(Store::close);
    }

    @Test
    void nothingIsMadeBeforeItIsUsed() {
        open().close();

        assertThat(file().getParent()).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerMayUseWhatIsMade() throws Exception {
        var store = open();
        store.replace("key", Entry.ABSENT, "secret");
        try (var lease = store.lease("key", LeaseContract.LONG)) {
            var rights = new TreeMap<String, String>();
            try (var files = Files.walk(file().getParent())) {
                for (var path : files.toList()) {
                    rights.put(
                            path.getFileName().toString(),
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
                }
            }
            assertThat(rights)
                    .containsEntry("folder", "rwx------")
                    .containsEntry("store.db", "rw-------")
                    .containsEntry("store.db-wal", "rw-------")
                    .containsEntry("store.db-shm", "rw-------")
                    .containsEntry("store.db-lock", "rw-------")
                    .hasSize(5);
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatOthersMayUseIsRefused() throws Exception {
        open().replace("key", Entry.ABSENT, "secret");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open().read("key"))
                .withMessageContaining("chmod 600 " + file());

        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(file().getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(open().read("key")).isPresent();
        Files.setPosixFilePermissions(file().getParent(), PosixFilePermissions.fromString("rwxrwx---"));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open().read("key"))
                .withMessageContaining("chmod 700 " + file().getParent());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkWhereTheFileShouldBeIsRefused() throws Exception {
        open().replace("key", Entry.ABSENT, "secret");
        var link = file().resolveSibling("link.db");
        Files.createSymbolicLink(link, file());

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(link).read("key"))
                .withMessageContaining("symbolic link");
    }

    @Test
    void anyNameOfAFileWillDo() {
        var odd = file().resolveSibling("a b?c=d&e#f%20g;ž.db");
        open(odd).replace("key", Entry.ABSENT, "value");

        assertThat(odd).exists();
        assertThat(open(odd).read("key")).map(Entry::value).contains("value");
    }

    @Test
    void whatIsNoDatabaseStaysAndIsToldOf() throws Exception {
        open().replace("key", Entry.ABSENT, "secret");
        opened.forEach(Store::close);
        var notes = "these are my notes and no database\n".repeat(100);
        Files.writeString(file(), notes);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open().read("key"))
                .withMessageStartingWith("The SQLite store " + file() + " could not be read: ")
                .withMessageEndingWith("restore the file from a backup, or move it away to begin with an empty one");
        assertThat(file()).hasContent(notes);
    }

    @Test
    void aNewerFormIsRefused() throws Exception {
        open().replace("key", Entry.ABSENT, "secret");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            Sql.run(connection, "INSERT INTO fairlead_schema (version) VALUES (1000)");
        }

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open().read("key"))
                .withMessageContaining("newer version of this library");
    }

    @Test
    void whatWasTakenAwayIsNotInTheFile() throws Exception {
        var store = open();
        store.replace("key", Entry.ABSENT, "canary-7f3a".repeat(500));
        store.replace("key", store.read("key").orElseThrow().version(), null);
        opened.forEach(Store::close);

        assertThat(Files.readString(file(), StandardCharsets.ISO_8859_1)).doesNotContain("canary");
    }

    @Test
    void whoeverIsClosedRefuses() {
        var store = open();
        store.replace("key", Entry.ABSENT, "secret");
        store.close();

        assertThatIllegalStateException().isThrownBy(() -> store.read("key")).withMessage("the store is closed");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFullDiskIsToldOfAndHarmsNothing() throws Exception {
        open().replace("kept", Entry.ABSENT, "secret");
        // Blocks of 512 bytes; what a process writes beyond fails as on a full disk.
        var limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 20000; exec \"$@\"", "sh"));
        limited.addAll(StoreWorker.with(System.getProperty("java.class.path"), "fill", address(), "1000000")
                .command());
        var worker = new ProcessBuilder(limited)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(Workers.line(worker))
                    .startsWith("The SQLite store " + file() + " could not be written: ")
                    .contains("space")
                    .doesNotContain("xxx");
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            worker.destroyForcibly();
        }
        assertThat(open().read("kept")).map(Entry::value).contains("secret");
        assertThat(open().replace("more", Entry.ABSENT, "value")).isTrue();
    }

    private Store open(Path path) {
        var store = Stores.sqlite(path);
        opened.add(store);
        return store;
    }

    private Path file() {
        return temporary.resolve("folder").resolve("store.db");
    }
}
