package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers of other products, written in our own form. */
final class OwnEntryTest {
    private static final Path OURS = Samples.HOME.resolve(".config/fairlead/fairlead.json");
    private static final int TRIES = 2_000;
    private static final String[] PIECES = {
        "${A}", "$A", "${E:-d}", "${E:-${A}}", "${E:-$A}", "${E:-$$}", "${env:A}", "$env:A", "{env:A}", "%A%", "$",
                "$$",
        "{", "}", "text", "${input:known}", "${", "${userHome}", "${pathSeparator}", "%", "A", ":", "${nothing", "$}"
    };

    @TempDir
    Path folder;

    private static ServerConfig again(ServerConfig server) {
        var root = Json.object();
        root.putObject("mcpServers")
                .set(server.name(), OwnEntry.of(server, OURS, Samples.HOME).json());
        var file = Samples.read(Json.write(root), OURS, Scope.USER);
        assertThat(file.problems()).isEmpty();
        return Samples.server(file, server.name());
    }

    private static Expander expander(ServerConfig server, boolean windows) {
        SecretSource secrets = (kind, id) -> id.equals("known") ? Optional.of("secret") : Optional.empty();
        return new Expander(
                server,
                new Surroundings(Map.of("A", "value", "E", ""), Samples.PROJECT, Samples.HOME, windows, secrets));
    }

    @ParameterizedTest
    @CsvSource({
        "claude-desktop.json, .config/Claude/claude_desktop_config.json",
        "cursor.json, .cursor/mcp.json",
        "windsurf.json, .codeium/windsurf/mcp_config.json",
        "gemini.json, .gemini/settings.json",
        "codex.toml, .codex/config.toml",
        "cline.json, .config/cline_mcp_settings.json",
        "goose.yaml, .config/goose/config.yaml",
        "opencode-v2.jsonc, .config/opencode/opencode.jsonc",
        "mcporter.jsonc, .mcporter/mcporter.jsonc",
        "vscode.jsonc, .config/Code/User/mcp.json",
        "zed.jsonc, .config/zed/settings.json",
        "copilot.json, .copilot/mcp-config.json",
    })
    void meanTheSame(String sample, String place) {
        var file = Samples.inHome(sample, place);

        assertThat(file.servers()).isNotEmpty();
        for (var server : file.servers()) {
            var own = again(server);

            assertThat(own.enabled()).isEqualTo(server.enabled());
            assertThat(own.startupTimeout()).isEqualTo(server.startupTimeout());
            assertThat(own.requestTimeout()).isEqualTo(server.requestTimeout());
            assertThat(own.tools().include()).isEqualTo(server.tools().include());
            assertThat(own.tools().exclude()).isEqualTo(server.tools().exclude());
            assertThat(own.description()).isEqualTo(server.description());
            if (server.endpoint() instanceof Endpoint.Address address) {
                var there = (Endpoint.Address) own.endpoint();
                assertThat(there.strategy()).isEqualTo(address.strategy());
                assertThat(there.headersFrom()).isEqualTo(address.headersFrom());
                assertThat(there.headers().keySet()).isEqualTo(address.headers().keySet());
            } else if (server.endpoint() instanceof Endpoint.Command command) {
                var there = (Endpoint.Command) own.endpoint();
                assertThat(there.arguments()).hasSameSizeAs(command.arguments());
                assertThat(there.environment().keySet())
                        .isEqualTo(command.environment().keySet());
                assertThat(there.passedOn()).isEqualTo(command.passedOn());
            }
        }
    }

    @Test
    void variablesGetTheSameValuesAsInTheFilesTheyComeFrom() {
        var random = new Random();
        for (long seed = 1; seed <= TRIES; seed++) {
            random.setSeed(seed);
            var text = new StringBuilder();
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            boolean windows = random.nextBoolean();
            for (var dialect : Dialect.values()) {
                var field = random.nextBoolean() ? "url" : "command";
                var there = server(dialect);
                var as = "seed %d, %s, %s: %s".formatted(seed, dialect, field, text);
                String expected;
                try {
                    expected = expander(there, windows).expand(field, text.toString());
                } catch (ConfigurationException refused) {
                    continue;
                }
                var own = new OwnVariables(dialect, windows, null, false).written(field, text.toString());

                assertThat(expander(server(Dialect.FAIRLEAD), windows).expand(field, own))
                        .as("%s, now %s", as, own)
                        .isEqualTo(expected);
            }
        }
    }

    private static ServerConfig server(Dialect dialect) {
        return ServerConfig.builder("srv", Endpoint.Command.of("x"))
                .origin(new Origin(Samples.PROJECT.resolve("f"), 1, dialect, Scope.USER))
                .build();
    }

    @Test
    void whatIsRelativeToAProjectStaysThere() {
        var file = Samples.read("""
            {"servers": {"a": {"command": "node", "args": ["x.js", "${workspaceFolder}/data"], "envFile": ".env"},
                         "b": {"command": "node", "cwd": "sub"}, "c": {"command": "x", "cwd": "/abs"}},
             "inputs": []}
            """, Samples.PROJECT.resolve(".vscode/mcp.json"), Scope.PROJECT);

        assertThat(OwnEntry.of(Samples.server(file, "a"), OURS, Samples.HOME).json())
                .isEqualTo(
                        Json.parse(
                                "{\"command\":\"node\",\"args\":[\"x.js\",\"/home/ann/shop/data\"],\"envFile\":\"/home/ann/shop/.env\",\"cwd\":\"/home/ann/shop\"}"));
        assertThat(OwnEntry.of(Samples.server(file, "b"), OURS, Samples.HOME)
                        .json()
                        .path("cwd")
                        .stringValue())
                .isEqualTo("/home/ann/shop/sub");
        assertThat(OwnEntry.of(Samples.server(file, "c"), OURS, Samples.HOME)
                        .json()
                        .path("cwd")
                        .stringValue())
                .isEqualTo("/abs");
        assertThat(OwnEntry.of(Samples.server(file, "a"), Samples.PROJECT.resolve("fairlead.json"), null)
                        .json())
                .isEqualTo(Json.parse(
                        "{\"command\":\"node\",\"args\":[\"x.js\",\"${workspaceFolder}/data\"],\"envFile\":\".env\"}"));
    }

    @Test
    void aProjectVouchesForNoTool() {
        var text = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"tools\": {\"t\": {\"readsOnly\": true}}}}}";
        var file = Samples.own(text);

        var entry = OwnEntry.of(Samples.server(file, "a"), OURS, Samples.HOME);

        assertThat(entry.json().has("tools")).isFalse();
        assertThat(entry.leftOut()).containsExactly("tools.t.readsOnly");
    }

    @Test
    void inputsAreNamed() {
        var file = Samples.inHome("vscode.jsonc", ".config/Code/User/mcp.json");

        assertThat(file.servers())
                .anyMatch(server ->
                        !OwnEntry.of(server, OURS, Samples.HOME).inputs().isEmpty());
    }

    @Test
    void secretsAreFoundByTheirFields() {
        var file = Samples.own("""
            {"mcpServers": {
              "a": {"command": "x", "args": ["--key", "a1b2c3d4e5f6a7b8c9"], "env": {"API_KEY": "k", "MODE": "on", "TOKEN": "${T}"}},
              "b": {"url": "https://u:p@h/", "headers": {"Authorization": "Bearer x", "X-Team": "blue"}}
            }}
            """);

        assertThat(LikelySecrets.fields(Samples.server(file, "a"))).containsExactly("args[1]", "env.API_KEY");
        assertThat(LikelySecrets.fields(Samples.server(file, "b"))).containsExactly("url", "headers.Authorization");
    }

    @Test
    void secretsInACommandAreFoundByWhatStandsBeforeThem() {
        var server = ServerConfig.of(
                "a",
                Endpoint.Command.of(
                        "my tool",
                        "--token",
                        "hunter2",
                        "--password=hunter3",
                        "-H",
                        "Authorization: Basic hunter4",
                        "--header=X-Api-Key: hunter5",
                        "postgres://me:hunter6@host/db",
                        "API_KEY=hunter7",
                        "--key",
                        "${KEY}",
                        "--mode=fast",
                        "--secret",
                        "hunter8=",
                        "$$HOME"));

        assertThat(LikelySecrets.fields(server))
                .containsExactly("args[1]", "args[2]", "args[4]", "args[5]", "args[6]", "args[7]", "args[12]");
        assertThat(LikelySecrets.target(server))
                .isEqualTo("'my tool' --token •••• --password=•••• -H Authorization: •••• --header=•••• ••••"
                        + " API_KEY=•••• --key ${KEY} --mode=fast --secret •••• $HOME");
    }

    @Test
    void howManyNamesStandBeforeEachOtherMakesNoDifference() {
        var names = "a=".repeat(16_000);
        var plain = ServerConfig.of("a", Endpoint.Command.of("x", names, "a: ".repeat(10_000)));
        var secret = ServerConfig.of(
                "a",
                Endpoint.Command.of(
                        "x",
                        names + "--password=hunter2",
                        names + "Bearer hunter3",
                        names + "http://me:hunter4@host/",
                        names + "${KEY}=a1b2c3d4e5f6a7b8c9",
                        names + "--password=${KEY}"));

        // Each would take hours if every name were a look at all that follows it.
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            assertThat(LikelySecrets.fields(plain)).isEmpty();
            assertThat(LikelySecrets.fields(secret)).containsExactly("args[0]", "args[1]", "args[2]", "args[3]");
        });
    }

    @Test
    void filesOfOtherProductsAreFoundWhereTheyAre() throws Exception {
        var home = Files.createDirectories(folder.resolve("home"));
        var project = Files.createDirectories(folder.resolve("home/shop/.git")).getParent();
        var below = Files.createDirectories(project.resolve("src"));
        for (var name :
                List.of(".cursor/mcp.json", ".config/Claude/claude_desktop_config.json", ".codex/config.toml")) {
            Files.createDirectories(home.resolve(name).getParent());
            Files.writeString(home.resolve(name), "");
        }
        Files.createDirectories(project.resolve(".vscode"));
        Files.writeString(project.resolve(".vscode/mcp.json"), "{\"servers\": {\"a\": {\"command\": \"x\"}}}");

        var search = ConfigSearch.of(Map.of(), home, below, "Linux");

        assertThat(search.products())
                .extracting(place -> home.relativize(place.file()).toString(), ConfigSearch.Place::scope)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(".codex/config.toml", Scope.USER),
                        org.assertj.core.groups.Tuple.tuple(".config/Claude/claude_desktop_config.json", Scope.USER),
                        org.assertj.core.groups.Tuple.tuple(".cursor/mcp.json", Scope.USER),
                        org.assertj.core.groups.Tuple.tuple("shop/.vscode/mcp.json", Scope.PROJECT));
        var file = search.read(search.products().getLast());
        assertThat(file.servers()).singleElement().matches(server -> project.equals(server.folder()));
    }
}
