package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutputFileTest {
    private static final byte[] NEW = "new".getBytes(UTF_8);

    @TempDir
    Path folder;

    @Test
    void severalAreReplacedTogetherOrNotAtAll() throws IOException {
        var first = Files.writeString(folder.resolve("first"), "old");
        var files = new LinkedHashMap<Path, byte[]>();
        files.put(first, NEW);
        files.put(folder.resolve("missing").resolve("second"), NEW);

        assertThatThrownBy(() -> OutputFile.replace(files)).isInstanceOf(IOException.class);

        assertThat(folder).isDirectoryNotContaining(file -> !file.equals(first));
        assertThat(first).hasContent("old");
    }

    @Test
    void whatIsThereIsNotMadeAnewAndStays() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "old");

        assertThatThrownBy(() -> OutputFile.create(file, NEW)).isInstanceOf(FileAlreadyExistsException.class);

        assertThat(file).hasContent("old");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "rights and links are others there")
    void rightsAndLinksStay() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "old");
        var rights = PosixFilePermissions.fromString("rw-rw----");
        Files.setPosixFilePermissions(file, rights);
        var link = Files.createSymbolicLink(folder.resolve("link"), file);

        OutputFile.replace(link, NEW);

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(rights);
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--, rw-r--r--", "rw-rw-r--, rw-r--r--", "rw-r-----, rw-------", "rw----r--, rw-------"})
    void inAnotherGroupNobodyMayMoreThanBefore(String before, String after) {
        assertThat(OutputFile.inAnotherGroup(PosixFilePermissions.fromString(before)))
                .isEqualTo(PosixFilePermissions.fromString(after));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "rights and links are others there")
    void aFileThatNobodyMayReadStaysOne() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "old");
        Files.setPosixFilePermissions(file, Set.of());

        OutputFile.replace(file, NEW);

        assertThat(Files.getPosixFilePermissions(file)).isEmpty();
        assertThat(Files.size(file)).isEqualTo(NEW.length);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "rights and links are others there")
    void whatALinkLeadsToIsMadeWhereItIsNotThereYet() throws IOException {
        var file = folder.resolve("file");
        var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        var longer = Files.createSymbolicLink(folder.resolve("longer"), link);

        OutputFile.replace(longer, NEW);

        assertThat(longer).isSymbolicLink();
        assertThat(link).isSymbolicLink();
        assertThat(file).isRegularFile().hasContent("new");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "rights and links are others there")
    void linksInACircleAreNoFile() throws IOException {
        var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("link"));

        assertThatThrownBy(() -> OutputFile.replace(link, NEW)).isInstanceOf(FileSystemLoopException.class);

        assertThat(link).isSymbolicLink();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no such device")
    void devicesAreWrittenTo() throws IOException {
        OutputFile.replace(Path.of("/dev/null"), NEW);

        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }
}
