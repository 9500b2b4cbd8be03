package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.auth.store.StoreKey;
import dev.fairlead.auth.token.Client;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that a former release wrote, when tokens had a file of their own and other keys in it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files there have no owner-only permissions")
@Verifies("F-43")
final class FormerFileTest {
    private static final String SERVER = "https://mcp.example/mcp";
    private static final String LONG_SERVER = "https://mcp.example/" + "x".repeat(600);

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "sealed"})
    void isReadAndWrittenAnew(String kind) throws IOException {
        var store = open(kind);
        assertAllIsThere(store);

        assertThat(store.replace("another", Entry.ABSENT, "value")).isTrue();

        assertThat(Files.readString(store.file())).contains("\"revision\":2");
        assertAllIsThere(store);
        assertThat(store.keys("token/")).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "sealed"})
    void whatItHoldsCanBeReplaced(String kind) throws IOException {
        var store = open(kind);
        var vault = vault(store, "");
        var kept = vault.kept(SERVER);

        assertThat(vault.replace(
                        SERVER, kept, Objects.requireNonNull(kept.held()).notRenewable()))
                .isTrue();

        assertThat(vault.held(SERVER).orElseThrow().refresh()).isNull();
        assertThat(vault(store, "a|b").held(SERVER).orElseThrow().refresh()).isEqualTo("rt");
        vault.forget(SERVER);
        assertThat(vault.servers()).containsExactly(SERVER);
    }

    private static void assertAllIsThere(Store store) {
        for (var owner : List.of("", "a|b")) {
            var vault = vault(store, owner);
            for (var server : List.of(SERVER, SERVER + "?key=hush", LONG_SERVER)) {
                assertThat(vault.held(server).orElseThrow().access())
                        .isEqualTo("token of " + owner + " " + server.length());
            }
            assertThat(vault.servers()).as("a long name was the key itself").containsExactly(SERVER, SERVER);
            assertThat(vault.boundTo(SERVER)).contains("https://as.example");
        }
        assertThat(vault(store, "").client("https://as.example/a|b", "https://app.example/cb"))
                .contains(new Client("id", "hush", null, Client.POST));
        assertThat(store.read("token/settings|0123456789abcdef0123456789abcdef"))
                .map(Entry::value)
                .contains("{\"scopes\":[\"mast\"]}");
    }

    private FileStore open(String kind) throws IOException {
        var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        var file = Files.createDirectory(temporary.resolve("store"), own).resolve("credentials.json");
        try (var former = FormerFileTest.class.getResourceAsStream("store/credentials-1-" + kind + ".json")) {
            Files.copy(Objects.requireNonNull(former), file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        var key = new byte[32];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        return kind.equals("plain") ? FileStore.at(file) : FileStore.at(file).encryptedWith(StoreKey.of(key));
    }

    private static Vault vault(Store store, String owner) {
        return new Vault(store, owner, () -> Instant.parse("2026-01-02T03:04:05Z"));
    }
}
