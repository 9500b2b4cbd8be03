package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEObject;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.ExpiryContract;
import dev.fairlead.store.LeaseContract;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.StoreContract;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The encrypted store in a file keeps the promises of a store, and its secrets. */
@Tag("thorough")
final class EncryptedFileStoreTest implements StoreContract, ExpiryContract, LeaseContract {
    private static final String KEY = StoreContract.KEY;

    @TempDir
    private Path temporary;

    private final StoreKey secret = StoreKey.random();

    @Override
    public FileStore open() {
        return plain().encryptedWith(secret);
    }

    @Override
    public List<String> kept(Store store) {
        return FileStoreTest.kept(plain().file(), secret);
    }

    private FileStore plain() {
        return FileStore.at(temporary.resolve("store").resolve("credentials.json"));
    }

    @Test
    @Verifies({"F-43", "K-10"})
    void theFileShowsNeitherTextsNorKeys() throws Exception {
        open().replace(KEY, Entry.ABSENT, "canary-9d02");
        open().lease(KEY, LONG).close();

        assertThat(Files.readString(plain().file())).doesNotContain("canary", "example", "alice");
        try (var files = Files.walk(temporary)) {
            assertThat(files).noneMatch(path -> path.toString().contains("example"));
        }
    }

    @Test
    void theFileIsAJweThatNamesItsKey() throws Exception {
        open().replace(KEY, Entry.ABSENT, "value");

        var header = JWEObject.parse(sealed()).getHeader();

        assertThat(header.getAlgorithm()).isEqualTo(JWEAlgorithm.DIR);
        assertThat(header.getEncryptionMethod()).isEqualTo(EncryptionMethod.A256GCM);
        assertThat(secret).hasToString("StoreKey[" + header.getKeyID() + "]");
    }

    @Test
    void noTwoFilesAreEncryptedAlike() throws IOException {
        var seen = new HashSet<String>();
        for (int i = 0; i < 20; i++) {
            open().replace(KEY, open().read(KEY).map(Entry::version).orElse(Entry.ABSENT), "same");
            assertThat(seen.add(sealed().split("\\.", -1)[2]))
                    .as("a fresh nonce")
                    .isTrue();
        }
    }

    @Test
    @Verifies("F-43")
    void withoutItsKeyTheStoreIsRefusedAndStays() throws IOException {
        open().replace(KEY, Entry.ABSENT, "canary-9d02");
        var before = Files.readString(plain().file());
        var words = Map.of(
                plain(), "is encrypted and no key was given",
                plain().encryptedWith(StoreKey.random()), "is encrypted with another key");

        words.forEach((store, reason) -> {
            for (var use : List.<Runnable>of(
                    () -> store.read(KEY), () -> store.keys(""), () -> store.replace(KEY, Entry.ABSENT, "new"))) {
                assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(use::run)
                        .withMessageContaining(reason)
                        .withMessageContaining("move the file away");
            }
        });

        assertThat(Files.readString(plain().file())).isEqualTo(before);
        assertThat(open().read(KEY)).map(Entry::value).contains("canary-9d02");
    }

    @Test
    void aReadableStoreIsEncryptedWhenNextWritten() throws IOException {
        plain().replace(KEY, Entry.ABSENT, "canary-9d02");
        plain().replace("other", Entry.ABSENT, "canary-77aa");

        assertThat(open().read(KEY)).map(Entry::value).contains("canary-9d02");
        assertThat(open().replace("other", plain().read("other").orElseThrow().version(), "new"))
                .isTrue();

        assertThat(Files.readString(plain().file())).doesNotContain("canary", "example");
        assertThat(open().read(KEY)).map(Entry::value).contains("canary-9d02");
    }

    @Test
    void aKeyringKeepsTheKeyOfAStore() {
        var keyring = new FakeKeyring();

        assertThat(plain().encryptedWith(keyring).replace(KEY, Entry.ABSENT, "value"))
                .isTrue();

        assertThat(plain().encryptedWith(keyring).read(KEY)).map(Entry::value).contains("value");
        assertThat(keyring.secrets).hasSize(1);
    }

    @Test
    void aKeyringThatForgotTheKeyDoesNotGetAnother() {
        var keyring = new FakeKeyring();
        plain().encryptedWith(keyring).replace(KEY, Entry.ABSENT, "value");
        var key = Map.copyOf(keyring.secrets);
        keyring.secrets.clear();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> plain().encryptedWith(keyring))
                .withMessageContaining("is encrypted and no key was given");
        assertThat(keyring.secrets).isEmpty();

        keyring.secrets.putAll(key);
        assertThat(plain().encryptedWith(keyring).read(KEY)).map(Entry::value).contains("value");
    }

    private String sealed() throws IOException {
        return Json.parse(Files.readString(plain().file())).path("sealed").stringValue();
    }

    /** A keyring in memory. */
    private static final class FakeKeyring implements Keyring {
        final Map<String, String> secrets = new HashMap<>();

        @Override
        public Optional<String> read(String service, String account) {
            return Optional.ofNullable(secrets.get(service + " " + account));
        }

        @Override
        public void write(String service, String account, String secret) {
            secrets.put(service + " " + account, secret);
        }

        @Override
        public void delete(String service, String account) {
            secrets.remove(service + " " + account);
        }
    }
}
