package dev.fairlead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code build/reproducible} says of two builds that differ. */
class DifferenceTest {

    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 15, 0, 0);
    private static final String LONG = "as it was, ".repeat(50);

    @TempDir
    private Path folder;

    @Test
    void theSameFilesHaveNone() throws IOException {
        assertThat(Difference.between(jar("one.jar", TIME, "a", "b"), jar("other.jar", TIME, "a", "b")))
                .isEmpty();
    }

    @Test
    void permissionsAreTold() throws IOException {
        var one = jar("one.jar", TIME, "a", "b");
        var other = jar("other.jar", TIME, "a", "b");
        permit(one, "b", "rw-r--r--");
        permit(other, "b", "rw-------");

        assertThat(Difference.between(one, other)).containsExactly("b: permissions rw-r--r--, then rw-------");
    }

    @Test
    void permissionsThatOnlyOneHasAreTold() throws IOException {
        var one = jar("one.jar", TIME, "a");
        var other = jar("other.jar", TIME, "a");
        permit(one, "a", "rw-r--r--");

        assertThat(Difference.between(one, other)).containsExactly("a: permissions rw-r--r--, then none");
    }

    @Test
    void timesAreTold() throws IOException {
        var one = jar("one.jar", TIME, "a");
        var other = jar("other.jar", TIME.plusHours(9), "a");

        assertThat(Difference.between(one, other)).containsExactly("a: time 2026-11-15T00:00, then 2026-11-15T09:00");
    }

    @Test
    void contentIsShownWhereItDiffers() throws IOException {
        var one = jar("one.jar", TIME, Map.of("a", LONG + "built in /one"), Deflater.DEFAULT_COMPRESSION);
        var other = jar("other.jar", TIME, Map.of("a", LONG + "built in /two"), Deflater.DEFAULT_COMPRESSION);

        assertThat(Difference.between(one, other))
                .singleElement()
                .asString()
                .startsWith("a: content from byte " + (LONG.length() + 10) + " on: ")
                .containsSubsequence("built in /one\", then ", "built in /two\"");
    }

    @Test
    void contentThatGoesOnIsShown() throws IOException {
        var one = Files.writeString(folder.resolve("one.json"), "{}");
        var other = Files.writeString(folder.resolve("other.json"), "{}\n\u0007");

        assertThat(Difference.between(one, other)).containsExactly("content from byte 2 on: \"{}\", then \"{} .\"");
    }

    @Test
    void entriesThatOnlyOneHasAreTold() throws IOException {
        var one = jar("one.jar", TIME, "a", "b");
        var other = jar("other.jar", TIME, "b", "c");

        assertThat(Difference.between(one, other)).containsExactly("a: only in the first", "c: only in the second");
    }

    @Test
    void anotherOrderIsTold() throws IOException {
        assertThat(Difference.between(jar("one.jar", TIME, "a", "b"), jar("other.jar", TIME, "b", "a")))
                .containsExactly("another order of entries");
    }

    @Test
    void whatNoEntryTellsIsNotPassedOver() throws IOException {
        var one = jar("one.jar", TIME, Map.of("a", LONG), Deflater.BEST_COMPRESSION);
        var other = jar("other.jar", TIME, Map.of("a", LONG), Deflater.NO_COMPRESSION);

        assertThat(Difference.between(one, other))
                .singleElement()
                .asString()
                .startsWith("the same entries, packed differently: content from byte ");
    }

    private Path jar(String name, LocalDateTime time, String... entries) throws IOException {
        var contents = new LinkedHashMap<String, String>();
        for (var entry : entries) {
            contents.put(entry, "content of " + entry);
        }
        return jar(name, time, contents, Deflater.DEFAULT_COMPRESSION);
    }

    private Path jar(String name, LocalDateTime time, Map<String, String> contents, int level) throws IOException {
        var jar = folder.resolve(name);
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(level);
            for (var content : contents.entrySet()) {
                var entry = new ZipEntry(content.getKey());
                entry.setTimeLocal(time);
                out.putNextEntry(entry);
                out.write(content.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static void permit(Path jar, String entry, String permissions) throws IOException {
        try (var files = FileSystems.newFileSystem(jar)) {
            Files.setAttribute(files.getPath(entry), "zip:permissions", PosixFilePermissions.fromString(permissions));
        }
    }
}
