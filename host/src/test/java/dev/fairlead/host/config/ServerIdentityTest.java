package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Origin.Scope;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether permission for all tools of a server still means what is started, or reached, under its name. */
class ServerIdentityTest {
    private static final String TOKEN = "tok_51H8aZ0x93kQpL7vR2mN";

    @TempDir
    private Path folder;

    private String identity(String entry, Scope scope, Path project, Map<String, String> environment) {
        var file = project.resolve("fairlead.json");
        var read = new ConfigReader(project, folder)
                .read(
                        "{\"mcpServers\": {\"a\": %s}}".formatted(entry.replace('\'', '"')),
                        scope == Scope.USER ? folder.resolve("own/fairlead.json") : file,
                        Dialect.FAIRLEAD,
                        scope);
        assertThat(read.servers()).hasSize(1);
        return ConfigFingerprint.identity(
                read.servers().getFirst(), Resolver.of(environment, project, folder, SecretSource.NONE));
    }

    private String ofProject(String entry, String project) {
        return identity(entry, Scope.PROJECT, folder.resolve(project), Map.of());
    }

    private String ofUser(String entry, String project, Map<String, String> environment) {
        return identity(entry, Scope.USER, folder.resolve(project), environment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'command': 'python3', 'args': ['server.py']}",
                "{'command': 'python3', 'args': ['${workspaceFolder}/server.py']}",
                "{'command': 'python3', 'args': ['server.py'], 'cwd': 'sub'}",
                "{'command': 'python3', 'args': ['server.py'], 'cwd': '${workspaceFolder}/sub'}",
                "{'command': '/usr/bin/tool', 'cwd': '/tmp'}",
                "{'url': 'https://example.com/${X:-a}'}",
            })
    void theSameWordsInAnotherProjectAreAnotherServer(String entry) {
        assertThat(ofProject(entry, "one")).isEqualTo(ofProject(entry, "one")).matches("[0-9a-f]{64}");
        assertThat(ofProject(entry, "two")).isNotEqualTo(ofProject(entry, "one"));
    }

    @Test
    void onesOwnServerIsTheSameWhereverOneWorksUnlessItsWordsLeadThere() {
        var fixed = "{'command': 'npx', 'args': ['-y', 'tool', '${HOME_OF_TOOLS:-none}']}";
        assertThat(ofUser(fixed, "two", Map.of())).isEqualTo(ofUser(fixed, "one", Map.of()));

        var there = "{'command': '${workspaceFolder}/bin/tool'}";
        assertThat(ofUser(there, "two", Map.of())).isNotEqualTo(ofUser(there, "one", Map.of()));
        var variable = "{'command': 'node', 'args': ['${TOOLS}/main.js']}";
        assertThat(ofUser(variable, "one", Map.of("TOOLS", "/opt/b")))
                .isNotEqualTo(ofUser(variable, "one", Map.of("TOOLS", "/opt/a")));
        var address = "{'url': 'https://${PLACE}/mcp'}";
        assertThat(ofUser(address, "one", Map.of("PLACE", "b.example")))
                .isNotEqualTo(ofUser(address, "one", Map.of("PLACE", "a.example")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'env': {'NODE_OPTIONS': '--require ./hook.js'}",
                "'env': {'PATH': null}",
                "'env': {'LD_PRELOAD': '${workspaceFolder}/x.so'}",
                "'envFrom': ['PYTHONPATH']",
                "'envFile': '.env'",
                "'cwd': 'sub'",
                "'args': ['more']",
            })
    void whatDecidesWhichCodeRunsMakesItAnother(String more) {
        assertThat(ofProject("{'command': 'node', %s}".formatted(more), "one"))
                .isNotEqualTo(ofProject("{'command': 'node'}", "one"));
    }

    @Test
    void anotherPasswordHeaderOrVariableLeavesItTheSame() {
        var entry = "{'command': 'x', 'args': ['--key', '${API_TOKEN}', '${input:pin}', '${file:none}'], 'env': {%s}}";
        var before = ofUser(entry.formatted("'A': '1', 'NODE_OPTIONS': '-a', 'B_PATH': 'b'"), "one", with(TOKEN));
        assertThat(ofUser(
                        entry.formatted("'B_PATH': 'b', 'A': '2', 'C': '3', 'NODE_OPTIONS': '-a'"),
                        "one",
                        with(TOKEN.toLowerCase(Locale.ROOT))))
                .isEqualTo(before);
        assertThat(ofUser(entry.formatted("'NODE_OPTIONS': '-a', 'B_PATH': 'b'"), "one", Map.of()))
                .as("without a value")
                .isEqualTo(before);

        var address = "{'url': 'https://x/a', 'headers': {'X': '%s'}}";
        assertThat(ofProject(address.formatted("2"), "one")).isEqualTo(ofProject(address.formatted("1"), "one"));
    }

    private static Map<String, String> with(String token) {
        return Map.of("API_TOKEN", token);
    }
}
