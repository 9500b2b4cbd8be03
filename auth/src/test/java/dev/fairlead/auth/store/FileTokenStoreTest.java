package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.auth.store.TokenStore.Entry;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store in a file keeps the promises of a store, and where. */
final class FileTokenStoreTest implements TokenStoreContract {
    @TempDir
    private Path temporary;

    @Override
    public FileTokenStore open() {
        return FileTokenStore.at(temporary.resolve("new").resolve("fairlead").resolve("credentials.json"));
    }

    @Test
    @Verifies({"F-43", "K-10"})
    void everythingBelongsToItsOwnerAlone() throws Exception {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        store.lease(KEY, TokenStoreContract.soon()).close();

        var folder = store.file().getParent();
        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThat(permissions(folder.resolve("locks"))).isEqualTo("rwx------");
        assertThat(permissions(store.file())).isEqualTo("rw-------");
        try (var locks = Files.list(folder.resolve("locks"))) {
            assertThat(locks).hasSize(2).allSatisfy(lock -> {
                assertThat(permissions(lock)).isEqualTo("rw-------");
                assertThat(lock.toString()).doesNotContain("example");
            });
        }
    }

    @Test
    void readingMakesNothing() {
        open().read(KEY);
        open().keys();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aWriteLeavesNothingBesideTheFile() throws IOException {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        var left = store.file().resolveSibling("credentials.json.tmp");
        Files.writeString(left, "what a killed process left");

        store.replace("other", Entry.ABSENT, "secret");

        try (var files = Files.list(store.file().getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("credentials.json", "locks");
        }
        assertThat(store.keys()).containsExactlyInAnyOrder(KEY, "other");
    }

    @Test
    void twoFilesInOneFolderAreTwoStores() throws Exception {
        var one = open();
        var two = FileTokenStore.at(one.file().resolveSibling("others.json"));
        one.replace(KEY, Entry.ABSENT, "one");

        assertThat(two.read(KEY)).isEmpty();
        try (var mine = one.lease(KEY, TokenStoreContract.soon());
                var yours = two.lease(KEY, TokenStoreContract.soon())) {
            assertThat(two.replace(KEY, Entry.ABSENT, "two")).isTrue();
        }
    }

    @Test
    void aFolderBehindALinkIsTheSameStore() throws Exception {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        var link = temporary.resolve("link");
        Files.createSymbolicLink(link, store.file().getParent());
        var linked = FileTokenStore.at(link.resolve("credentials.json"));

        assertThat(linked.read(KEY)).isEqualTo(store.read(KEY));
        try (var lease = store.lease(KEY, TokenStoreContract.soon())) {
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> linked.lease(KEY, Deadline.after(Duration.ofMillis(30))));
        }
    }

    @Test
    void theUsualPlaceIsWhereTheSystemWantsIt() {
        var home = Path.of("/home/me").toAbsolutePath();
        var own = Path.of("/own").toAbsolutePath();
        assertThat(place(Map.of(), "Linux", home)).isEqualTo(home.resolve(".local/share/fairlead/credentials.json"));
        assertThat(place(Map.of("XDG_DATA_HOME", own.toString()), "Linux", home))
                .isEqualTo(own.resolve("fairlead/credentials.json"));
        assertThat(place(Map.of("XDG_DATA_HOME", "relative"), "Linux", home))
                .isEqualTo(home.resolve(".local/share/fairlead/credentials.json"));
        assertThat(place(Map.of("XDG_DATA_HOME", ""), "FreeBSD", home))
                .isEqualTo(home.resolve(".local/share/fairlead/credentials.json"));
        assertThat(place(Map.of("XDG_DATA_HOME", own.toString()), "Mac OS X", home))
                .isEqualTo(home.resolve("Library/Application Support/Fairlead/credentials.json"));
        assertThat(place(Map.of("APPDATA", own.toString()), "Windows 11", home))
                .isEqualTo(own.resolve("Fairlead/credentials.json"));
        assertThat(place(Map.of(), "Windows 11", home))
                .isEqualTo(home.resolve("AppData/Roaming/Fairlead/credentials.json"));
        for (var system : new String[] {"Linux", "Mac OS X", "Windows 11"}) {
            assertThat(place(Map.of("FAIRLEAD_HOME", own.toString(), "XDG_DATA_HOME", "/x"), system, home))
                    .isEqualTo(own.resolve("credentials.json"));
        }
    }

    private static Path place(Map<String, String> environment, String system, Path home) {
        return new Places(environment, system, home).credentials();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
