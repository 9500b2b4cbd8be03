package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.config.ConfigEdit.Audience;
import dev.fairlead.protocol.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changing files. */
final class ConfigEditTest {
    @TempDir
    Path folder;

    private ConfigEdit edit() {
        return ConfigEdit.of(Map.of("FAIRLEAD_HOME", folder.resolve("home").toString()));
    }

    private static JsonText name(JsonText text, String name) {
        return text.put(List.of("mcpServers", name), Json.object().put("command", name));
    }

    private static String rights(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aFileThatIsMadeIsItsOwnersAndNothingElseIsLeftBeside() throws Exception {
        var file = folder.resolve("new/deep/fairlead.json");

        var text = edit().change(file, Audience.OWNER, one -> name(one, "a"));

        assertThat(file).content().isEqualTo(text.text());
        assertThat(text.line(List.of("mcpServers", "a"))).isEqualTo(3);
        assertThat(rights(file)).isEqualTo("rw-------");
        assertThat(rights(file.getParent())).isEqualTo("rwx------");
        try (var beside = Files.list(file.getParent())) {
            assertThat(beside).containsExactly(file);
        }
    }

    @Test
    void rightsAndLinksStay() throws Exception {
        var real = Files.writeString(folder.resolve("real.json"), "{}");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-rw-r--"));
        var link = Files.createSymbolicLink(folder.resolve("link.json"), Path.of("real.json"));
        var dangling = Files.createSymbolicLink(folder.resolve("dangling.json"), Path.of("later.json"));

        edit().change(link, Audience.OWNER, one -> name(one, "a"));
        edit().change(dangling, Audience.OWNER, one -> name(one, "b"));

        assertThat(link).isSymbolicLink();
        assertThat(real).content().contains("\"a\"");
        assertThat(rights(real)).isEqualTo("rw-rw-r--");
        assertThat(dangling).isSymbolicLink();
        assertThat(folder.resolve("later.json")).content().contains("\"b\"");
    }

    @Test
    void whatIsBrokenStaysAsItIs() throws Exception {
        var texts = Map.of(
                "{\n  \"a\": }", ":2:8: this is not valid JSON",
                "{\"a\": \"", ":1:", //
                "[]", ":1:1: must hold an object",
                "{\"mcpServers\": 1}", ":1:2: mcpServers must be an object, and is a number");
        int count = 0;
        for (var broken : texts.entrySet()) {
            var file = Files.writeString(folder.resolve(++count + ".json"), broken.getKey());

            assertThatThrownBy(() -> edit().change(file, Audience.OWNER, one -> name(one, "a")))
                    .isInstanceOf(ConfigEditException.class)
                    .hasMessageStartingWith(file + broken.getValue())
                    .hasMessageEndingWith("; it was not changed");
            assertThat(file).content().isEqualTo(broken.getKey());
        }
        var foreign = Files.write(folder.resolve("latin.json"), "{\"é\": 1}".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> edit().change(foreign, Audience.OWNER, one -> name(one, "a")))
                .hasMessageContaining("is not UTF-8 text");
        assertThatThrownBy(() -> edit().change(folder, Audience.OWNER, one -> name(one, "a")))
                .hasMessageContaining("it is not a regular file");
    }

    @Test
    void nothingIsWrittenWhereNothingChanges() throws Exception {
        var file = Files.writeString(folder.resolve("a.json"), "{ }");
        var key = Files.readAttributes(file, "unix:ino").get("ino");

        edit().change(file, Audience.OWNER, one -> one);

        assertThat(Files.readAttributes(file, "unix:ino").get("ino")).isEqualTo(key);
    }

    @Test
    void whatAnEditorWritesMeanwhileIsNotLost() throws Exception {
        var file = Files.writeString(folder.resolve("a.json"), "{}");
        var rounds = new AtomicInteger();

        edit().change(file, Audience.OWNER, one -> {
            if (rounds.incrementAndGet() <= 3) {
                write(file, "{\"round\": %d}".formatted(rounds.get()));
            }
            return name(one, "a");
        });

        assertThat(rounds).hasValue(4);
        assertThat(file).content().contains("\"round\": 3", "\"a\"");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void manyAtOnceLoseNothing() throws Exception {
        var file = folder.resolve("a.json");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Future<?>>();
            for (int i = 0; i < 60; i++) {
                var name = "s" + i;
                all.add(threads.submit(() -> edit().change(file, Audience.OWNER, one -> name(one, name))));
            }
            for (var one : all) {
                one.get();
            }
        }

        assertThat(Json.parse(Files.readString(file)).path("mcpServers").size()).isEqualTo(60);
    }
}
