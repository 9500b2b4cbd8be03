package dev.fairlead.console.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is kept can be read again, and what cannot is not lost. */
final class KeepTest {
    @TempDir
    private Path home;

    private Path folder;

    @BeforeEach
    void place() {
        folder = home.resolve("console");
    }

    @Test
    void whatWouldBeTooLargeToReadIsNotWrittenAndWhatWasKeptStays() throws Exception {
        var keep = Keep.in(folder, 1_000);
        var small = Json.object().put("text", "x".repeat(900));
        keep.write("one", small);

        assertThatThrownBy(() -> keep.write("one", Json.object().put("text", "x".repeat(1_000))))
                .isInstanceOf(NotKeptException.class)
                .hasMessageContaining("one")
                .hasMessageContaining("at most 1000");

        assertThat(Keep.in(folder, 1_000).read("one")).contains(small);
        assertThat(names()).containsExactly("one.json");
    }

    @Test
    void whatCannotBeReadIsPutAsideUnderANameOfItsOwnEachTime() throws Exception {
        var keep = Keep.in(folder);
        for (var text : List.of("{first", "{second", "{third")) {
            keep.write("one", Json.object());
            Files.writeString(folder.resolve("one.json"), text);
            assertThat(keep.read("one")).isEmpty();
        }

        assertThat(names()).containsExactly("one.json.unreadable-1", "one.json.unreadable-2", "one.json.unreadable-3");
        assertThat(Files.readString(folder.resolve("one.json.unreadable-1"))).isEqualTo("{first");
        assertThat(Files.readString(folder.resolve("one.json.unreadable-3"))).isEqualTo("{third");
    }

    @Test
    void whatHasMoreInItThanAnyMessageMayIsReadAgain() throws Exception {
        var rows = Json.object();
        var list = rows.putArray("rows");
        for (int i = 0; i < 400_000; i++) {
            list.addArray();
        }
        var keep = Keep.in(folder);
        keep.write("one", rows);

        assertThat(keep.read("one")).contains(rows);
    }

    @Test
    void whatIsNoTextIsPutAside() throws Exception {
        var keep = Keep.in(folder);
        keep.write("one", Json.object());
        Files.write(folder.resolve("one.json"), new byte[] {'"', (byte) 0xff, '"'});

        assertThat(keep.read("one")).isEmpty();

        assertThat(names()).containsExactly("one.json.unreadable-1");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatTheDiskDoesNotHandOutIsLeftAloneAndNotOverwritten() throws Exception {
        var keep = Keep.in(folder);
        var value = Json.object().put("precious", true);
        keep.write("one", value);
        var file = folder.resolve("one.json");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(keep.read("one")).isEmpty();
        assertThatThrownBy(() -> keep.write("one", Json.object()))
                .isInstanceOf(NotKeptException.class)
                .hasMessageContaining("left alone");

        assertThat(names()).containsExactly("one.json");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(Keep.in(folder).read("one")).contains(value);
    }

    @Test
    void onlyWhatIsKeptInAGroupIsListed() throws Exception {
        var keep = Keep.in(folder);
        keep.write("chats/a", Json.object());
        keep.write("chats/b", Json.object());
        Files.writeString(folder.resolve("chats").resolve("b.json"), "{");
        assertThat(keep.read("chats/b")).isEmpty();

        assertThat(keep.names("chats")).containsExactly("chats/a");
        assertThat(keep.names("none")).isEmpty();
    }

    private List<String> names() throws Exception {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
