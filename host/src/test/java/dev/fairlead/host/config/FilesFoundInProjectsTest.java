package dev.fairlead.host.config;

import static dev.fairlead.host.config.Samples.address;
import static dev.fairlead.host.config.Samples.command;
import static dev.fairlead.host.config.Samples.names;
import static dev.fairlead.host.config.Samples.server;
import static dev.fairlead.host.config.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fairlead.host.config.Origin.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilesFoundInProjectsTest {

    private static ConfigFile in(String place, String text) {
        return Samples.read(text, Samples.PROJECT.resolve(place), Scope.PROJECT);
    }

    private static List<String> line(ConfigFile file, String name) throws InterruptedException {
        var resolver = Resolver.of(Map.of("TIDE_KEY", "high"), Samples.PROJECT, Samples.HOME, SecretSource.NONE);
        return ((Resolved.Process) resolver.resolve(server(file, name)))
                .command()
                .command();
    }

    @ParameterizedTest
    @CsvSource({
        ".roo/mcp.json, ROO, PT90S",
        ".kiro/settings/mcp.json, KIRO, PT0.09S",
        ".amazonq/mcp.json, AMAZON_Q, PT0.09S"
    })
    void placeTellsTheDialectTheUnitAndTheFolder(String place, Dialect dialect, Duration limit) {
        // Without the place, the approvals would make it a file of Cline, which counts seconds.
        var file = in(place, """
            {"mcpServers": {"tide": {
              "command": "node", "args": ["tools/tide.js"], "timeout": 90, "autoApprove": ["read"]
            }}}\
            """);

        assertThat(file.dialect()).isEqualTo(dialect);
        assertThat(server(file, "tide").requestTimeout()).isEqualTo(limit);
        assertThat(server(file, "tide").folder()).isEqualTo(Samples.PROJECT);
    }

    @ParameterizedTest
    @CsvSource({".kiro/settings/mcp.json", ".amazonq/mcp.json"})
    void kiroAndAmazonQKnowVariablesWithAndWithoutAPrefix(String place) throws InterruptedException {
        var file = in(place, """
            {"mcpServers": {"tide": {
              "command": "tide", "args": ["${TIDE_KEY}", "${env:TIDE_KEY}", "${TIDE_GATE:-shut}"]
            }}}\
            """);

        assertThat(line(file, "tide")).containsExactly("tide", "high", "high", "shut");
        assertThat(texts(file)).isEmpty();
    }

    @Test
    void settingsOfAnotherFolderAreNotThoseOfKiro() {
        var file = in("app/settings/mcp.json", "{\"mcpServers\": {\"tide\": {\"command\": \"tide\"}}}");

        assertThat(file.dialect()).isEqualTo(Dialect.PLAIN);
        assertThat(server(file, "tide").folder()).isEqualTo(Samples.PROJECT.resolve("app/settings"));
    }

    @Test
    void scopesBesideTheAddressAreAskedFor() {
        var file = in(".kiro/settings/mcp.json", """
            {"mcpServers": {"tide": {
              "url": "https://tide.example/mcp", "oauth": {"clientId": "gauge"}, "oauthScopes": ["levels", "alarms"]
            }}}\
            """);

        assertThat(address(file, "tide").oauth()).isNotNull().satisfies(oauth -> {
            assertThat(oauth.clientId()).isEqualTo("gauge");
            assertThat(oauth.scopes()).containsExactly("levels", "alarms");
        });
    }

    @Test
    void entryThatOnlySwitchesAServerOfAnotherFileIsNoMistake() {
        var file = in("opencode.json", """
            {"mcp": {
              "tide": {"enabled": false},
              "moon": {"enabled": true},
              "ferry": {"type": "local", "command": ["ferry"]}
            }}\
            """);

        assertThat(names(file)).containsExactly("ferry");
        assertThat(texts(file))
                .hasSize(2)
                .allMatch(text -> text.startsWith("NOTE ") && text.contains("switches a server on or off"));
    }

    @Test
    void entryThatIsSwitchedOffNeedsNoProgram() {
        var file = in(".amazonq/mcp.json", """
            {"mcpServers": {
              "off": {"command": "", "disabled": true},
              "on": {"command": "", "disabled": false}
            }}\
            """);

        assertThat(names(file)).isEmpty();
        assertThat(texts(file))
                .anyMatch(text -> text.startsWith("NOTE ") && text.contains("mcpServers.off"))
                .anyMatch(text -> text.startsWith("ERROR ") && text.contains("mcpServers.on.command"));
    }

    @Test
    void anEntryOfOursThatOnlySwitchesIsAboutAServerOfAnotherFile() {
        var switching = Samples.own("{\"mcpServers\": {\"tide\": {\"enabled\": false}}}");
        var both = Samples.own("{\"mcpServers\": {\"tide\": {\"enabled\": true, \"disabled\": true}}}");
        var odd = Samples.own("{\"mcpServers\": {\"tide\": {\"enabled\": 1}}}");
        var other = in(".mcp.json", """
            {"mcpServers": {"tide": {"command": "a"}, "moon": {"command": "b", "disabled": true}}}\
            """);

        assertThat(switching.problems()).isEmpty();
        assertThat(switching.servers()).isEmpty();
        assertThat(both.switches()).singleElement().matches(one -> !one.enabled());
        assertThat(texts(odd)).singleElement().asString().startsWith("ERROR ");
        assertThat(HostConfig.of(List.of(switching, other)).servers())
                .extracting(ServerConfig::name, ServerConfig::enabled)
                .containsExactly(tuple("tide", false), tuple("moon", false));
        assertThat(HostConfig.of(List.of(other, switching))
                        .server("tide")
                        .orElseThrow()
                        .enabled())
                .isTrue();
        var on = Samples.own("{\"mcpServers\": {\"moon\": {\"disabled\": false}}}");
        assertThat(HostConfig.of(List.of(on, other))
                        .server("moon")
                        .orElseThrow()
                        .enabled())
                .isTrue();
    }

    @Test
    void emptyListStandsForAnObjectWithoutMembersInFilesOfOthers() {
        var file = in(".mcp.json", """
            {"mcpServers": {
              "tide": {"command": "tide", "env": []},
              "moon": {"type": "http", "url": "https://moon.example/mcp", "headers": []},
              "ferry": {"command": "ferry", "env": ["A=b"]}
            }}\
            """);

        assertThat(command(file, "tide").environment()).isEmpty();
        assertThat(address(file, "moon").headers()).isEmpty();
        assertThat(texts(file)).singleElement().asString().startsWith("ERROR ").contains("mcpServers.ferry.env");
        assertThat(texts(Samples.own("{\"mcpServers\": {\"tide\": {\"command\": \"tide\", \"env\": []}}}")))
                .singleElement()
                .asString()
                .startsWith("ERROR ");
    }

    @ParameterizedTest
    @CsvSource({
        ".vscode/mcp.json, servers",
        ".zed/settings.json, context_servers",
        ".codex/config.toml, mcp_servers",
        "opencode.json, mcp",
        ".gemini/settings.json, mcpServers"
    })
    void fileWithoutServersIsToldTheNameThatItsProductUses(String place, String container) {
        var file = in(place, place.endsWith("toml") ? "model = \"m\"" : "{\"theme\": \"dark\"}");

        assertThat(texts(file)).singleElement().asString().startsWith("NOTE ").endsWith(" called " + container);
    }

    @Test
    void hoursOfWaitingAreReportedWhereSecondsCount() {
        var file = in(".roo/mcp.json", """
            {"mcpServers": {
              "tide": {"command": "tide", "timeout": 60000},
              "moon": {"command": "moon", "timeout": 3600}
            }}\
            """);

        assertThat(server(file, "moon").requestTimeout()).isEqualTo(Duration.ofHours(1));
        assertThat(texts(file))
                .singleElement()
                .asString()
                .startsWith("WARNING ")
                .contains("mcpServers.tide.timeout: counts seconds");
    }

    @Test
    void limitThatSaysSecondsInItsNameIsTakenAtItsWord() {
        var file = in(".codex/config.toml", """
            [mcp_servers.tide]
            command = "tide"
            tool_timeout_sec = 20000
            """);

        assertThat(server(file, "tide").requestTimeout()).isEqualTo(Duration.ofSeconds(20_000));
        assertThat(texts(file)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        ".roo/mcp.json, ${TIDE_KEY}, true",
        ".roo/mcp.json, ${env:TIDE_KEY}, false",
        ".cursor/mcp.json, ${TIDE_KEY}, true",
        ".cursor/mcp.json, ${workspaceFolder}/key, false",
        ".mcp.json, ${env:TIDE_KEY}, true",
        ".mcp.json, ${TIDE_KEY:-none}, false",
        ".mcp.json, ${workspaceFolder}/key, false",
        ".gemini/settings.json, ${input:key}, true",
        ".gemini/settings.json, $TIDE_KEY, false",
        ".kiro/settings/mcp.json, ${file:key}, true"
    })
    void variableInTheFormOfAnotherProductIsReported(String place, String text, boolean reported) {
        var file = in(
                place,
                "{\"mcpServers\": {\"tide\": {\"command\": \"tide\", \"env\": {\"KEY\": \"%s\"}}}}".formatted(text));

        assertThat(texts(file).stream().anyMatch(one -> one.startsWith("WARNING ") && one.contains("in a form that")))
                .isEqualTo(reported);
    }

    @Test
    void variablesOfAShellAreItsOwn() {
        var file = in(
                ".vscode/mcp.json",
                "{\"servers\": {\"tide\": {\"command\": \"/bin/bash\", \"args\": [\"-c\", \"exec ${HOME}/tide\"]}}}");

        assertThat(texts(file)).isEmpty();
    }

    @Test
    void helperThatNeedsAShellIsReportedWhereItStands() {
        var file = in(".mcp.json", """
            {"mcpServers": {
              "tide": {
                "type": "http",
                "url": "https://tide.example/mcp",
                "headersHelper": "$HOME/bin/tide-headers --gate north"
              },
              "moon": {
                "type": "http",
                "url": "https://moon.example/mcp",
                "headersHelper": "${HOME}/bin/moon-headers"
              }
            }}\
            """);

        assertThat(texts(file))
                .singleElement()
                .asString()
                .matches("WARNING .*/\\.mcp\\.json:5:\\d+: mcpServers\\.tide\\.headersHelper: .*only a shell.*");
    }
}
