package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SQLite's library is unpacked where the user's own things are, wherever the system would have it. */
@Timeout(180)
class LibraryFolderTest {
    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        Files.writeString(home.resolve("fairlead.json"), "{\"mcpServers\":{\"mine\":{\"command\":\"true\"}}}");
    }

    @Test
    void theFolderOfTheSystemIsNotNeededAndWhatWasLeftBehindGoes() throws Exception {
        var unpacked = ServersTest.ownFolder(home.resolve("cache/sqlite"));
        var left = Files.createFile(unpacked.resolve("sqlite-1.0-a-libsqlitejdbc.so"));
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        var used = Files.createFile(unpacked.resolve("sqlite-1.0-b-libsqlitejdbc.so"));

        var run = deny("-Djava.io.tmpdir=" + folder.resolve("gone"));

        assertThat(run.code()).as(run.err()).isZero();
        try (var files = Files.list(unpacked)) {
            assertThat(files).containsExactly(used);
        }
    }

    @Test
    void aFolderThatIsOfNoUseIsNamedAndTheFileIsNotBlamed() throws Exception {
        var run = deny("-Dorg.sqlite.tmpdir=" + folder.resolve("gone"));

        assertThat(run.code()).isEqualTo(9);
        assertThat(run.err())
                .contains(
                        "SQLite's library could not be loaded",
                        folder.resolve("gone").toString())
                .contains("-Dorg.sqlite.tmpdir=FOLDER")
                .doesNotContain("see that the file");
    }

    private Shell.Run deny(String option) throws Exception {
        var builder =
                CommandProcess.of(List.of("--enable-native-access=ALL-UNNAMED", option), "policy", "deny", "mine");
        builder.environment().put("FAIRLEAD_HOME", home.toString());
        return CommandProcess.finish(builder.start());
    }
}
