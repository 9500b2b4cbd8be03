package dev.fairlead.auth.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where keys come from, and what they do not show. */
@Verifies({"F-43", "K-10"})
final class StoreKeyTest {
    /** Bytes in whose Base64 the two alphabets differ. */
    private static final byte[] BYTES = Base64.getDecoder().decode("++//canary//++++////canary//++++//////////8=");

    @Test
    void theSameBytesAreTheSameKeyHoweverWritten() throws Exception {
        var key = StoreKey.of(BYTES);
        var sealed = key.seal("text");

        for (var text : new String[] {
            Base64.getEncoder().encodeToString(BYTES) + "\n",
            Base64.getEncoder().withoutPadding().encodeToString(BYTES),
            Base64.getUrlEncoder().encodeToString(BYTES),
            " " + Base64.getUrlEncoder().withoutPadding().encodeToString(BYTES)
        }) {
            assertThat(StoreKey.fromText(text).open(sealed, Path.of("file"))).isEqualTo("text");
        }
    }

    @Test
    void laterChangesOfTheBytesDoNotMatter() throws Exception {
        var bytes = BYTES.clone();
        var key = StoreKey.of(bytes);
        bytes[0]++;

        assertThat(StoreKey.of(BYTES).open(key.seal("text"), Path.of("file"))).isEqualTo("text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "canary horse battery staple",
                "canary",
                "AAAA",
                "canary//canary//canary//canary//canary//canary//canary//"
            })
    void otherTextsAreNoKeysAndAreNotQuoted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreKey.fromText(text))
                .withMessageContaining("openssl rand -base64 32")
                .withMessageNotContaining("canary")
                .withNoCause();
    }

    @Test
    void otherLengthsAreNoKeys() {
        for (int length : new int[] {0, 16, 31, 33, 64}) {
            assertThatIllegalArgumentException().isThrownBy(() -> StoreKey.of(new byte[length]));
        }
    }

    @Test
    void aKeyShowsNothingOfItself() {
        var text = Base64.getEncoder().encodeToString(BYTES);

        assertThat(StoreKey.of(BYTES).toString()).doesNotContain("canary").doesNotContain(text.substring(0, 8));
        assertThat(StoreKey.random().toString()).isNotEqualTo(StoreKey.random().toString());
    }

    @Test
    void aKeyFileMustBelongToItsOwnerAlone(@TempDir Path folder) throws Exception {
        var file = folder.resolve("key");
        assertRefused(file, "make one");
        Files.writeString(file, Base64.getEncoder().encodeToString(BYTES) + "\n");
        permit(file, "rw-r-----");
        assertRefused(file, "chmod 600 " + file);
        permit(file, "r--------");

        assertThat(StoreKey.fromFile(file).isSameAs(StoreKey.of(BYTES))).isTrue();

        var link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertRefused(link, "symbolic link");
        permit(file, "rw-------");
        Files.writeString(file, "canary");
        assertRefused(file, "holds no key");
    }

    private static void assertRefused(Path file, String reason) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> StoreKey.fromFile(file))
                .withMessageContaining(reason)
                .withMessageNotContaining("canary");
    }

    private static void permit(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
