package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.store.LeaseContract;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.RecordedLog;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store does when its file is damaged, exposed, or cannot be used. */
@Verifies({"F-43", "K-10"})
final class FileStoreFaultsTest {
    private static final String KEY = "https://mcp.example/";
    private static final String CANARY = "canary-1b9e";

    @TempDir
    private Path temporary;

    private FileStore store;
    private Path file;
    private RecordedLog log;

    @BeforeEach
    void keepSomething() {
        file = temporary.resolve("store").resolve("credentials.json");
        store = FileStore.at(file);
        store.replace(KEY, Entry.ABSENT, CANARY);
        log = new RecordedLog(FileStore.class.getPackageName());
    }

    @AfterEach
    void nothingSecretWasLogged() {
        log.close();
        assertThat(log.lines()).noneMatch(line -> line.contains(CANARY));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTruncatedFileIsMovedAsideWhereverItEnds(boolean encrypted) throws IOException {
        var used = encrypted ? store.encryptedWith(StoreKey.random()) : store;
        for (int i = 0; i < 5; i++) {
            used.replace("key " + i, Entry.ABSENT, CANARY + i);
        }
        var whole = Files.readAllBytes(file);
        int cuts = 0;
        for (int length = 0; length < whole.length - 1; length += 50) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThat(used.read(KEY)).as("cut at %d", length).isEmpty();

            assertThat(backups()).as("cut at %d", length).hasSize(++cuts);
            assertThat(file).doesNotExist();
            assertThat(used.replace(KEY, Entry.ABSENT, "new")).isTrue();
        }
        assertThat(log.lines()).hasSize(cuts).allMatch(line -> line.contains("a new login is needed"));
    }

    @Test
    void aDamagedByteOfAnEncryptedFileIsNoticed() throws IOException {
        var encrypted = store.encryptedWith(StoreKey.random());
        encrypted.replace("other", Entry.ABSENT, CANARY);
        var whole = Files.readAllBytes(file);
        var text = Files.readString(file);
        for (int at = text.lastIndexOf("..") + 2; at < text.lastIndexOf('"') - 1; at += 7) {
            if (whole[at + 1] == '.') {
                // The last character of a part may have bits that say nothing.
                continue;
            }
            var damaged = whole.clone();
            damaged[at] = (byte) (damaged[at] == 'A' ? 'B' : 'A');
            Files.write(file, damaged);

            assertThat(encrypted.read(KEY)).as("damaged at %d", at).isEmpty();

            assertThat(file).doesNotExist();
            Files.write(file, whole);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000\u0000\u0000\u0000",
                "garbage canary-1b9e",
                "null",
                "[]",
                "{}",
                "{\"format\":\"other\"}",
                "{\"format\":\"fairlead-credentials\",\"revision\":1}",
                "{\"format\":\"fairlead-credentials\",\"revision\":1,\"entries\":{}}",
                "{\"format\":\"fairlead-credentials\",\"revision\":1,\"entries\":[1]}",
                "{\"format\":\"fairlead-credentials\",\"revision\":1,\"entries\":[{\"key\":\"a\",\"value\":\"b\"}]}",
                "{\"format\":\"fairlead-credentials\",\"revision\":1,\"entries\":[{\"key\":\"a\",\"value\":\"b\",\"version\":\"\"}]}",
                "{\"format\":\"fairlead-credentials\",\"revision\":2,\"entries\":[{\"key\":\"a\",\"value\":\"b\",\"version\":\"1\",\"until\":\"soon\"}]}",
                "{\"format\":\"fairlead-credentials\",\"revision\":2,\"entries\":[]}{",
                "{\"canary-1b9e\":canary-1b9e"
            })
    void whatCannotBeUnderstoodIsMovedAsideAndReportedOnce(String garbage) throws IOException {
        Files.writeString(file, garbage);

        assertThat(store.read(KEY)).isEmpty();
        assertThat(store.keys("")).isEmpty();

        assertThat(backups()).singleElement().satisfies(backup -> {
            assertThat(backup).hasContent(garbage);
            assertThat(permissions(backup)).isEqualTo("rw-------");
        });
        assertThat(log.lines()).singleElement().asString().contains("WARNING", "credentials.json.broken-");
        assertThat(store.replace(KEY, Entry.ABSENT, "new")).isTrue();
        assertThat(store.read(KEY)).map(Entry::value).contains("new");
    }

    @Test
    void bytesThatAreNoTextAreMovedAsideByAWriterToo() throws IOException {
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

        assertThat(store.replace(KEY, "what was seen before", "late")).isFalse();
        assertThat(store.replace(KEY, Entry.ABSENT, "new")).isTrue();

        assertThat(backups()).hasSize(1);
    }

    @Test
    void aFileOfANewerVersionStays() throws IOException {
        var text = Files.readString(file).replace("\"revision\":2", "\"revision\":3");
        Files.writeString(file, text);

        assertRefused("newer version");

        assertThat(file).hasContent(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw--w----", "rw----r--", "rw-rw-rw-", "rwx--x---"})
    void aFileThatOthersMayUseIsRefused(String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

        assertRefused("chmod 600 " + file);

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(store.read(KEY)).map(Entry::value).contains(CANARY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwx--x---", "rwx---r--"})
    void aFolderThatOthersMayLookIntoIsNot(String permissions) throws IOException {
        Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString(permissions));

        assertThat(store.read(KEY)).map(Entry::value).contains(CANARY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx-wx---", "rwx----w-", "rwxrwxrwx"})
    void aFolderThatOthersMayWriteToIsRefused(String permissions) throws IOException {
        Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString(permissions));

        assertRefused("chmod 700 " + file.getParent());
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.lease(KEY, LeaseContract.LONG));
    }

    @Test
    void whatBelongsToSomebodyElseIsRefused() throws IOException {
        Assumptions.assumeTrue(isRoot(), "only root gives files away");

        Files.setAttribute(file, "unix:uid", 12345);
        assertRefused("belongs to 12345");
        Files.setAttribute(file, "unix:uid", 0);
        Files.setAttribute(file.getParent(), "unix:uid", 12345);
        assertRefused("belongs to 12345");
        Files.setAttribute(file.getParent(), "unix:uid", 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLinkInPlaceOfTheFileIsNotFollowed(boolean dangling) throws IOException {
        var elsewhere = temporary.resolve("elsewhere");
        Files.move(file, elsewhere);
        Files.createSymbolicLink(file, dangling ? temporary.resolve("nowhere") : elsewhere);
        var before = Files.readString(elsewhere);

        assertRefused("symbolic link");

        assertThat(elsewhere).hasContent(before);
        assertThat(temporary.resolve("nowhere")).doesNotExist();
    }

    @Test
    void aFolderInPlaceOfTheFileIsRefused() throws IOException {
        Files.delete(file);
        Files.createDirectory(file);

        assertRefused("is not a file");
    }

    @Test
    void aFileInPlaceOfTheFolderIsRefused() {
        store = FileStore.at(file.resolve("credentials.json"));

        assertRefused("is not a folder");
    }

    @Test
    void aFolderThatCannotBeWrittenKeepsItsFile() throws IOException {
        Assumptions.assumeFalse(isRoot(), "root may write whatever the permissions say");
        var folder = file.getParent();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
        try {
            assertNotWritten();
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aFileThatCannotBeReplacedKeepsWhatItHad() throws IOException {
        var obstacle = file.resolveSibling("credentials.json.tmp");
        Files.createDirectory(obstacle);
        Files.createFile(obstacle.resolve("child"));

        assertNotWritten();
    }

    @Test
    void aFolderThatCannotBeMadeIsSaid() {
        var unmade = FileStore.at(Path.of("/proc/fairlead/credentials.json"));
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")), "only on Linux");

        assertThat(unmade.read(KEY)).isEmpty();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> unmade.replace(KEY, Entry.ABSENT, CANARY))
                .withMessageContaining("could not be written");
    }

    private void assertRefused(String reason) {
        for (var use : List.<Runnable>of(
                () -> store.read(KEY), () -> store.keys(""), () -> store.replace(KEY, Entry.ABSENT, CANARY + "2"))) {
            var failure = catchThrowableOfType(StoreException.class, use::run);
            assertThat(failure).hasMessageContaining(reason);
            var trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString()).doesNotContain(CANARY);
        }
        assertThat(log.lines()).isEmpty();
    }

    private List<Path> backups() throws IOException {
        try (var files = Files.list(file.getParent())) {
            return files.filter(path -> path.toString().contains(".broken-")).toList();
        }
    }

    private void assertNotWritten() {
        var seen = store.read(KEY).orElseThrow().version();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.replace(KEY, seen, "new"))
                .withMessageContaining("could not be written, and keeps what it had")
                .withMessageContaining("see that the folder may be written");

        assertThat(store.read(KEY)).map(Entry::value).contains(CANARY);
    }

    private boolean isRoot() throws IOException {
        return "root".equals(Files.getOwner(file).getName());
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
