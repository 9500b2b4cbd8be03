package dev.fairlead.store.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files and folders that are nobody else's. */
@DisabledOnOs(OS.WINDOWS)
final class OwnerOnlyTest {
    @TempDir
    private Path temporary;

    @Test
    void whatIsMadeBelongsToItsOwnerAlone() throws IOException {
        var folder = OwnerOnly.folder(temporary.resolve("new").resolve("folder"));
        var file = folder.resolve("file");
        assertThat(OwnerOnly.checkFile(file)).isFalse();

        OwnerOnly.makeFile(file);
        OwnerOnly.makeFile(file);

        assertThat(OwnerOnly.checkFile(file)).isTrue();
        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @Test
    void whatBelongsToSomebodyElseIsRefused() throws IOException {
        var file = temporary.resolve("file");
        OwnerOnly.makeFile(file);
        var attributes = Files.readAttributes(file, PosixFileAttributes.class);
        UserPrincipal somebody = () -> "somebody";

        assertThatExceptionOfType(UnsafePlaceException.class)
                .isThrownBy(() -> OwnerOnly.checkOwner(file, attributes, somebody))
                .withMessageContaining("not to somebody")
                .withMessageContaining("chown somebody " + file);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
