package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Origin.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFingerprintTest {
    @TempDir
    private Path project;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectories(project.resolve("bin"));
        Files.createDirectories(project.resolve("sub"));
        for (var name : List.of("run.sh", "server.js", "lib.jar", ".env", "bin/tool", "sub/main.py", "helper")) {
            Files.writeString(project.resolve(name), "A=1\n");
        }
    }

    private Resolver resolver() {
        return Resolver.of(
                Map.of("PATH", project.resolve("bin").toString(), "HOME", "/home/ann"),
                project,
                project,
                SecretSource.NONE);
    }

    private ConfigFingerprint fingerprint(String name, String entry, String file) {
        var read = new ConfigReader(project, project)
                .read(
                        "{\"mcpServers\": {\"%s\": %s}}".formatted(name, entry),
                        project.resolve(file),
                        Dialect.FAIRLEAD,
                        Scope.PROJECT);
        return ConfigFingerprint.of(read.servers().getFirst(), resolver());
    }

    private String hash(String entry) {
        return fingerprint("a", entry, "fairlead.json").hash();
    }

    @Test
    void isTheSameForTheSame() {
        var entry = "{\"command\": \"./run.sh\", \"args\": [\"a\"], \"env\": {\"K\": \"v\"}}";

        assertThat(hash(entry)).isEqualTo(hash(entry)).matches("[0-9a-f]{64}");
        assertThat(hash("{\"env\": {\"K\": \"v\"}, \"args\": [\"a\"], \"command\": \"./run.sh\","
                        + " \"description\": \"x\"}"))
                .isEqualTo(hash(entry));
    }

    /** A file is refused that says so, but programs configure servers, too. */
    @Test
    void halfCharactersAreNotAlike() {
        var hashes = new HashSet<String>();
        for (var word : List.of("x\ud800", "x\udfff", "x?", "x\uFFFD", "\ud800x")) {
            var server =
                    ServerConfig.builder("a", Endpoint.Command.of("run", word)).build();
            assertThat(hashes.add(ConfigFingerprint.of(server, resolver()).hash()))
                    .as(word)
                    .isTrue();
        }
    }

    @Test
    void anySingleChangeMakesItAnother() {
        var seen = new HashSet<String>();
        for (var entry : List.of(
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"env\": {\"K\": \"v\"}}",
                "{\"command\": \"y\", \"args\": [\"a\", \"b\"], \"env\": {\"K\": \"v\"}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"c\"], \"env\": {\"K\": \"v\"}}",
                "{\"command\": \"x\", \"args\": [\"b\", \"a\"], \"env\": {\"K\": \"v\"}}",
                "{\"command\": \"x\", \"args\": [\"ab\"], \"env\": {\"K\": \"v\"}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\", \"\"], \"env\": {\"K\": \"v\"}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"env\": {\"K\": \"w\"}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"env\": {\"L\": \"v\"}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"env\": {\"K\": null}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"env\": {\"K\": \"\"}}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"]}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"cwd\": \"sub\"}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"envFrom\": [\"K\"]}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"envFile\": \"none\"}",
                "{\"command\": \"x\", \"args\": [\"a\", \"b\"], \"inheritEnv\": \"all\"}",
                "{\"url\": \"https://x/a\"}",
                "{\"url\": \"https://x/b\"}",
                "{\"url\": \"https://x/a\", \"strategy\": \"sse-only\"}",
                "{\"url\": \"https://x/a\", \"headers\": {\"X\": \"1\"}}",
                "{\"url\": \"https://x/a\", \"headers\": {\"X\": \"2\"}}",
                "{\"url\": \"https://x/a\", \"headers\": {\"Y\": \"1\"}}",
                "{\"url\": \"https://x/a\", \"headersFromEnv\": {\"X\": \"1\"}}",
                "{\"url\": \"https://x/a\", \"headersHelper\": [\"p\"]}",
                "{\"url\": \"https://x/a\", \"headersHelper\": [\"p\", \"q\"]}",
                "{\"url\": \"https://x/a\", \"oauth\": {\"clientId\": \"c\"}}",
                "{\"url\": \"https://x/a\", \"oauth\": {\"clientId\": \"d\"}}",
                "{\"url\": \"https://x/a\", \"oauth\": {\"clientId\": \"d\", \"scopes\": [\"s\"]}}")) {
            assertThat(seen.add(hash(entry))).as(entry).isTrue();
        }
        assertThat(seen.add(fingerprint("b", "{\"url\": \"https://x/a\"}", "fairlead.json")
                        .hash()))
                .isTrue();
        assertThat(seen.add(fingerprint("a", "{\"url\": \"https://x/a\"}", "other.json")
                        .hash()))
                .isTrue();
    }

    @Test
    void aChangedFileThatTheCommandNamesMakesItAnother() throws IOException {
        var rows = Map.of(
                "{\"command\": \"./run.sh\"}", "run.sh",
                "{\"command\": \"${workspaceFolder}/run.sh\"}", "run.sh",
                "{\"command\": \"tool\", \"envFrom\": [\"PATH\"]}", "bin/tool",
                "{\"command\": \"node\", \"args\": [\"server.js\"]}", "server.js",
                "{\"command\": \"node\", \"args\": [\"${workspaceFolder}/server.js\"]}", "server.js",
                "{\"command\": \"java\", \"args\": [\"-Dx=lib.jar\"]}", "lib.jar",
                "{\"command\": \"uv\", \"args\": [\"--directory\", \"sub\", \"run\", \"main.py\"]}", "sub/main.py",
                "{\"command\": \"python\", \"args\": [\"main.py\"], \"cwd\": \"sub\"}", "sub/main.py",
                "{\"command\": \"x\", \"envFile\": \".env\"}", ".env",
                "{\"url\": \"https://x\", \"headersHelper\": \"./helper\"}", "helper");
        for (var row : rows.entrySet()) {
            var before = hash(row.getKey());
            var file = project.resolve(row.getValue());
            Files.writeString(file, "A=2\n");
            assertThat(hash(row.getKey())).as(row.getKey()).isNotEqualTo(before);
            Files.writeString(file, "A=1\n");
            assertThat(hash(row.getKey())).as(row.getKey()).isEqualTo(before);
            Files.delete(file);
            assertThat(hash(row.getKey())).as(row.getKey()).isNotEqualTo(before);
            Files.writeString(file, "A=1\n");
        }
    }

    @Test
    void whatIsOfferedAndHowOftenItRunsCountsAndPatienceDoesNot() {
        var plain = hash("{\"command\": \"x\"}");
        for (var more : List.of(
                "\"pool\": 2",
                "\"sharing\": \"all\"",
                "\"includeTools\": [\"a\"]",
                "\"excludeTools\": [\"a\"]",
                "\"tools\": {\"t\": {\"alias\": \"search\"}}",
                "\"tools\": {\"t\": {\"enabled\": false}}")) {
            assertThat(hash("{\"command\": \"x\", %s}".formatted(more)))
                    .as(more)
                    .isNotEqualTo(plain);
        }
        for (var more : List.of("\"requestTimeout\": 3", "\"start\": \"lazy\"", "\"required\": true")) {
            assertThat(hash("{\"command\": \"x\", %s}".formatted(more)))
                    .as(more)
                    .isEqualTo(plain);
        }
    }
}
