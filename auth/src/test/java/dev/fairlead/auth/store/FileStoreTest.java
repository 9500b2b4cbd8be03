package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fairlead.store.ExpiryContract;
import dev.fairlead.store.LeaseContract;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.StoreContract;
import dev.fairlead.store.parts.Places;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store in a file keeps the promises of a store, and where. */
final class FileStoreTest implements StoreContract, ExpiryContract, LeaseContract {
    private static final String KEY = StoreContract.KEY;

    @TempDir
    private Path temporary;

    @Override
    public FileStore open() {
        return FileStore.at(temporary.resolve("new").resolve("fairlead").resolve("credentials.json"));
    }

    @Override
    public List<String> kept(Store store) {
        return kept(open().file(), null);
    }

    /** Lists what takes up space in a file, expired or not. */
    static List<String> kept(Path file, @Nullable StoreKey key) {
        try {
            return List.copyOf(Contents.decode(Files.readAllBytes(file), key, file)
                    .entries()
                    .keySet());
        } catch (IOException | Contents.Broken failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    @Verifies({"F-43", "K-10"})
    void everythingBelongsToItsOwnerAlone() throws Exception {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        store.lease(KEY, LONG).close();

        assertThat(permissions(store.file().getParent())).isEqualTo("rwx------");
        assertThat(permissions(store.file())).isEqualTo("rw-------");
        assertThat(permissions(store.file().resolveSibling("credentials.json-lock")))
                .isEqualTo("rw-------");
    }

    @Test
    void readingMakesNothing() {
        open().read(KEY);
        open().keys("");

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
                    .containsExactlyInAnyOrder("credentials.json", "credentials.json-lock");
        }
        assertThat(store.keys("")).containsExactlyInAnyOrder(KEY, "other");
    }

    @Test
    void twoFilesInOneFolderAreTwoStores() throws Exception {
        var one = open();
        var two = FileStore.at(one.file().resolveSibling("others.json"));
        one.replace(KEY, Entry.ABSENT, "one");

        assertThat(two.read(KEY)).isEmpty();
        try (var mine = one.lease(KEY, LONG);
                var yours = two.lease(KEY, LONG)) {
            assertThat(two.replace(KEY, Entry.ABSENT, "two")).isTrue();
        }
    }

    @Test
    void aFolderBehindALinkIsTheSameStore() throws Exception {
        var store = open();
        store.replace(KEY, Entry.ABSENT, "secret");
        var link = temporary.resolve("link");
        Files.createSymbolicLink(link, store.file().getParent());
        var linked = FileStore.at(link.resolve("credentials.json"));

        assertThat(linked.read(KEY)).isEqualTo(store.read(KEY));
        try (var lease = store.lease(KEY, LONG)) {
            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> linked.lease(KEY, SHORT));
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
        return new Places(environment, system, home, home).data().resolve("credentials.json");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
