package dev.fairlead.store.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is the old one or the new one, whenever the machine stops. */
final class WholeFileTest {
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private Path file;
    private Path fresh;

    @BeforeEach
    void old() throws IOException {
        file = folder.resolve("file");
        fresh = folder.resolve("fresh");
        Files.writeString(file, "old");
    }

    @Test
    void whatIsNewIsOnTheDiskBeforeItTakesThePlaceAndTheFolderAfterwards() throws IOException {
        var forced = new ArrayList<String>();

        WholeFile.replace(
                path -> forced.add("%s while the file is %s"
                        .formatted(
                                path.equals(fresh)
                                        ? Files.readString(fresh)
                                        : folder.relativize(path).toString(),
                                Files.readString(file))),
                file,
                fresh,
                NEW);

        assertThat(forced).containsExactly("new while the file is old", " while the file is new");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void theOldOneStaysIfTheDiskDoesNotTakeTheNewOne() throws IOException {
        assertThatThrownBy(() -> WholeFile.replace(
                        path -> {
                            throw new IOException("no room");
                        },
                        file,
                        fresh,
                        NEW))
                .hasMessage("no room");

        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void whatIsInItsPlaceIsNoFailureIfOnlyTheFolderIsNotConfirmed() throws IOException {
        WholeFile.replace(
                path -> {
                    if (path.equals(folder)) {
                        throw new IOException("no such luck");
                    }
                },
                file,
                fresh,
                NEW);

        assertThat(file).hasContent("new");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void aRealDiskTakesIt() throws IOException {
        WholeFile.replace(file, fresh, NEW, OwnerOnly.forNewFile(fresh));

        assertThat(file).hasContent("new");
        assertThat(OwnerOnly.checkFile(file)).isTrue();
        assertThat(names()).containsExactly("file");
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
