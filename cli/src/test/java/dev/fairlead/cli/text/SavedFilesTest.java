package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SavedFilesTest {
    private static final byte[] BYTES = "x".getBytes(UTF_8);
    private static final InstantSource CLOCK = InstantSource.fixed(
            LocalDateTime.of(2026, 1, 2, 3, 4, 5).atZone(ZoneId.systemDefault()).toInstant());

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "image/png, png",
        "IMAGE/PNG, png",
        "' audio/mpeg ; rate=1', mp3",
        "text/plain; charset=utf-8, txt",
        "text/html, bin",
        "image/svg+xml, bin",
        "application/x-sh, bin",
        "image/../../etc/passwd, bin",
        "'', bin",
        "';', bin"
    })
    void extensionsComeFromATable(String type, String extension) {
        assertThat(SavedFiles.extension(BYTES, type)).isEqualTo(extension);
    }

    @Test
    void picturesAreNamedByWhatTheyAre() {
        assertThat(SavedFiles.extension(PicturesTest.png(1, 1, 50), "text/plain"))
                .isEqualTo("png");
    }

    @Test
    void nothingIsEverOverwritten() throws IOException {
        var target = folder.resolve("elsewhere");
        Files.createSymbolicLink(folder.resolve("fairlead-20260102-030405.png"), target);
        var files = new SavedFiles(folder, CLOCK);

        var first = files.save(BYTES, "image/png");
        var second = files.save(new byte[] {1, 2}, "image/png");

        assertThat(first).hasFileName("fairlead-20260102-030405-2.png").hasBinaryContent(BYTES);
        assertThat(second).hasFileName("fairlead-20260102-030405-3.png").hasBinaryContent(new byte[] {1, 2});
        assertThat(target).doesNotExist();
    }

    @Test
    void theFolderIsMade() throws IOException {
        assertThat(new SavedFiles(folder.resolve("a/b"), CLOCK).save(BYTES, "application/pdf"))
                .isEqualTo(folder.resolve("a/b/fairlead-20260102-030405.pdf"));
    }

    @Test
    void aFolderThatCannotBeMadeIsToldOf() throws IOException {
        var file = Files.write(folder.resolve("file"), BYTES);

        assertThatThrownBy(() -> new SavedFiles(file).save(BYTES, "image/png")).isInstanceOf(IOException.class);
    }

    @Test
    void namesStayInTheFolderWhateverTheTypeIs() throws IOException {
        var files = new SavedFiles(folder);
        for (int seed = 0; seed < 200; seed++) {
            var file = files.save(BYTES, HostileText.next(new Random(seed)));

            assertThat(file.getParent()).as("seed %d", seed).isEqualTo(folder);
            assertThat(file.getFileName().toString())
                    .as("seed %d", seed)
                    .matches("fairlead-\\d{8}-\\d{6}(-\\d+)?\\.[a-z0-9]+");
        }
    }
}
