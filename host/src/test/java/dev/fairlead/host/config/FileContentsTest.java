package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** However many servers a project's file names, and whatever files those name, a look at them comes to an end soon. */
class FileContentsTest {
    private static final long MOST = 100;

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();

    private FileContents contents(Instant now) {
        return new FileContents(nanos::get, InstantSource.fixed(now), 10);
    }

    private static Instant later() {
        return Instant.now().plus(Duration.ofHours(1));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static String of(FileContents contents, String server, Path file, boolean agreed) {
        return contents.of(server, List.of(file), MOST, agreed).get(file);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatManyServersNameIsReadOnce() throws IOException {
        var file = write("a.js", "1234567");
        var contents = contents(later());

        var first = of(contents, "a", file, false);
        assertThat(first).matches("[0-9a-f]{64}");
        for (var server : List.of("b", "c", "d")) {
            assertThat(of(contents, server, file, false)).isEqualTo(first);
        }
        write("a.js", "12345678");
        assertThat(of(contents, "b", file, true))
                .as("changed")
                .matches("[0-9a-f]{64}")
                .isNotEqualTo(first);
    }

    @Test
    void whatWasChangedJustNowIsReadAgain() throws IOException {
        var file = write("a.js", "1234567");
        var contents = contents(Instant.now());

        assertThat(of(contents, "a", file, true)).matches("[0-9a-f]{64}");
        assertThat(of(contents, "b", file, false)).matches("[0-9a-f]{64}");
        assertThat(FileContents.whyNot(of(contents, "c", file, false))).isPresent();
    }

    @Test
    void allServersTogetherHaveOneBudget() throws IOException {
        var one = write("a.js", "1234567");
        var two = write("b.js", "7654321");
        var contents = contents(later());

        assertThat(of(contents, "a", one, false)).matches("[0-9a-f]{64}");
        assertThat(FileContents.whyNot(of(contents, "b", two, false)))
                .hasValueSatisfying(why -> assertThat(why).contains("again in a minute"));
        assertThat(of(contents, "b", two, true)).as("agreed to before").matches("[0-9a-f]{64}");

        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(of(contents, "c", write("c.js", "1234567890"), false)).matches("[0-9a-f]{64}");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatTheSystemMakesUpIsNotRead() throws IOException {
        var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/proc/version"));
        for (var file : List.of(Path.of("/proc/version"), Path.of("/proc/self/environ"), link)) {
            assertThat(file).isRegularFile();
            assertThat(FileContents.whyNot(of(contents(later()), "a", file, false)))
                    .contains("which is no file on a disk");
            assertThatThrownBy(() -> BoundedFile.read(file, 1_000)).hasMessage("it is no file on a disk");
        }
    }

    @Test
    void anEmptyFileIsOne() throws IOException {
        var file = write("empty", "");

        assertThat(of(contents(later()), "a", file, false)).startsWith("e3b0c44298fc1c14");
        assertThat(BoundedFile.read(file, 10)).isEmpty();
    }
}
