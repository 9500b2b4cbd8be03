package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fairlead.host.config.ConfigSearch.Place;
import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.wire.http.HttpStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigSearchTest {
    @TempDir
    private Path root;

    private Path home;
    private Path project;
    private Path below;

    @BeforeEach
    void makeFolders() throws IOException {
        home = Files.createDirectories(root.resolve("ann"));
        project = Files.createDirectories(home.resolve("code/shop"));
        below = Files.createDirectories(project.resolve("src/main"));
    }

    private ConfigSearch search(Map<String, String> environment, Path directory) {
        return ConfigSearch.of(environment, home, directory, "Linux");
    }

    private static void write(Path file, String servers) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"mcpServers\": {%s}}".formatted(servers));
    }

    @Test
    void theUsersFileIsWhereTheSystemKeepsSettings() {
        assertThat(userFile(Map.of(), "Linux")).isEqualTo(home.resolve(".config/fairlead/fairlead.json"));
        assertThat(userFile(Map.of("XDG_CONFIG_HOME", root + "/xdg"), "Linux"))
                .isEqualTo(root.resolve("xdg/fairlead/fairlead.json"));
        assertThat(userFile(Map.of("XDG_CONFIG_HOME", "relative"), "FreeBSD"))
                .isEqualTo(home.resolve(".config/fairlead/fairlead.json"));
        assertThat(userFile(Map.of(), "Mac OS X"))
                .isEqualTo(home.resolve("Library/Application Support/Fairlead/fairlead.json"));
        assertThat(userFile(Map.of("APPDATA", root + "/appdata"), "Windows 11"))
                .isEqualTo(root.resolve("appdata/Fairlead/fairlead.json"));
        assertThat(userFile(Map.of("FAIRLEAD_HOME", root + "/h", "XDG_CONFIG_HOME", "/x"), "Linux"))
                .isEqualTo(root.resolve("h/fairlead.json"));
        assertThat(userFile(Map.of("FAIRLEAD_CONFIG", root + "/own.json", "FAIRLEAD_HOME", "/x"), "Linux"))
                .isEqualTo(root.resolve("own.json"));
    }

    private Path userFile(Map<String, String> environment, String system) {
        return ConfigSearch.of(environment, home, project, system)
                .places()
                .getFirst()
                .file();
    }

    @Test
    void theUsersFileIsNoProjectsForWhoeverWorksBesideIt() throws IOException {
        var folder = home.resolve("settings");
        write(folder.resolve("fairlead.json"), "\"a\": {\"command\": \"x\"}");

        var search = search(Map.of("FAIRLEAD_HOME", folder.toString()), folder);

        assertThat(search.places())
                .containsExactly(
                        new Place(folder.resolve("fairlead.json"), Scope.USER),
                        new Place(folder.resolve(".mcp.json"), Scope.PROJECT));
        assertThat(search.load().problems()).isEmpty();
    }

    @Test
    void theProjectIsTheNearestFolderAboveWithAFile() throws IOException {
        write(project.resolve(".mcp.json"), "");

        assertThat(search(Map.of(), below).workspace()).isEqualTo(project);
        assertThat(search(Map.of(), below).places())
                .endsWith(
                        new Place(project.resolve("fairlead.json"), Scope.PROJECT),
                        new Place(project.resolve(".mcp.json"), Scope.PROJECT));
    }

    @Test
    void looksNoFurtherThanTheRepositoryAndNotAtTheHome() throws IOException {
        write(home.resolve("fairlead.json"), "");
        assertThat(search(Map.of(), below).workspace()).isEqualTo(below);

        write(home.resolve("code/fairlead.json"), "");
        assertThat(search(Map.of(), below).workspace()).isEqualTo(home.resolve("code"));

        Files.createDirectories(project.resolve(".git"));
        assertThat(search(Map.of(), below).workspace()).isEqualTo(below);
    }

    @Test
    void outsideOfHomeAndRepositoryOnlyTheFolderItselfCounts() throws IOException {
        var other = Files.createDirectories(root.resolve("tmp/deep"));
        write(root.resolve("tmp/fairlead.json"), "");

        assertThat(search(Map.of(), other).workspace()).isEqualTo(other);
        Files.createDirectories(root.resolve("tmp/.git"));
        assertThat(search(Map.of(), other).workspace()).isEqualTo(root.resolve("tmp"));
    }

    @Test
    void noProjectTakesThePlaceOfAServerOfTheUser() throws IOException {
        write(home.resolve(".config/fairlead/fairlead.json"), "\"a\": {\"command\": \"user\"}");
        write(project.resolve("fairlead.json"), "\"a\": {\"command\": \"evil\"}, \"b\": {\"command\": \"own\"}");
        write(project.resolve(".mcp.json"), "\"b\": {\"command\": \"other\"}, \"c\": {\"command\": \"third\"}");

        var config = search(Map.of(), project).load();

        assertThat(config.servers())
                .extracting(ServerConfig::name, server -> ((Endpoint.Command) server.endpoint()).program())
                .containsExactly(tuple("a", "user"), tuple("b", "own"), tuple("c", "third"));
        assertThat(config.problems())
                .extracting(ConfigProblem::text)
                .hasSize(2)
                .anyMatch(text -> text.contains("shop/fairlead.json:1: a: has the name of a server in "
                        + home.resolve(".config/fairlead/fairlead.json:1")))
                .anyMatch(text -> text.contains("shop/.mcp.json:1: b: has the name"));
        assertThat(config.server("a").orElseThrow().origin().scope()).isEqualTo(Scope.USER);
        assertThat(config.server("b").orElseThrow().origin().scope()).isEqualTo(Scope.PROJECT);
    }

    @Test
    void namedFilesCountAloneAndAreTheUsersOnlyWhereUsersFilesAre() throws IOException {
        write(home.resolve(".cursor/mcp.json"), "\"a\": {\"command\": \"x\"}");
        write(project.resolve(".cursor/mcp.json"), "\"b\": {\"command\": \"x\"}");
        write(project.resolve("fairlead.json"), "\"c\": {\"command\": \"x\"}");
        var search = search(Map.of("MCP_SERVER_URL", "https://x"), project)
                .only(List.of(home.resolve(".cursor/mcp.json"), Path.of(".cursor/mcp.json"), Path.of("none.json")));

        var config = search.load();

        assertThat(config.servers())
                .extracting(server -> server.origin().scope())
                .containsExactly(Scope.USER, Scope.PROJECT);
        assertThat(config.problems())
                .singleElement()
                .extracting(ConfigProblem::text)
                .asString()
                .endsWith("none.json: the file could not be read: there is no such file");
    }

    @ParameterizedTest
    @CsvSource({
        ".config/fairlead/fairlead.json, USER",
        ".config/fairlead/work.json, USER",
        ".config/Claude/claude_desktop_config.json, USER",
        ".config/Code/User/mcp.json, USER",
        ".claude.json, USER",
        ".codex/config.toml, USER",
        ".config/fairlead.json, PROJECT",
        ".config/fairlead/copied/fairlead.json, PROJECT",
        ".config/fairlead/../nvim/fairlead.json, PROJECT",
        ".config/nvim/plugin/.mcp.json, PROJECT",
        ".config/Claude/another.json, PROJECT",
        ".cline/data/workspace/mcp.json, PROJECT",
        "AppData/Roaming/x/fairlead.json, PROJECT",
        "Library/Application Support/x/fairlead.json, PROJECT",
    })
    void whatLiesBesideSettingsIsNotTheUsers(String file, Scope scope) {
        var search = search(Map.of(), project);
        assertThat(search.place(home.resolve(file)).scope()).isEqualTo(scope);
        assertThat(search.only(List.of(home.resolve(file))).places())
                .extracting(Place::scope)
                .containsExactly(scope);
    }

    @Nested
    class TheVariable {
        private ServerConfig server(String value) {
            var config = search(Map.of("MCP_SERVER_URL", value), project).load();
            assertThat(config.problems()).isEmpty();
            return config.servers().getFirst();
        }

        @Test
        void mayHoldAnAddress() {
            var server = server("https://example.com/sse");

            assertThat(server.name()).isEqualTo("example.com/sse");
            assertThat(((Endpoint.Address) server.endpoint()).strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
            assertThat(server.origin().scope()).isEqualTo(Scope.ENVIRONMENT);
        }

        @Test
        void mayHoldACommandLineInWhichNothingIsExpanded() throws InterruptedException {
            var server = server("npx -y 'my server' \"$HOME ${HOME}\" a\\ b");
            var resolved = (Resolved.Process) Resolver.of(Map.of("HOME", "/h"), project, home, SecretSource.NONE)
                    .resolve(server);

            assertThat(resolved.command().command()).containsExactly("npx", "-y", "my server", "$HOME ${HOME}", "a b");
            assertThat(resolved.command().directory()).isEqualTo(project);
        }

        @Test
        void mayBeginWithAScript() throws Exception {
            Files.writeString(project.resolve("server.py"), "");
            var resolved = (Resolved.Process)
                    Resolver.of(Map.of(), project, home, SecretSource.NONE).resolve(server("server.py --fast"));

            assertThat(resolved.command().command())
                    .hasSize(3)
                    .endsWith(project.resolve("server.py").toString(), "--fast");
        }

        @Test
        void countsAlone() throws IOException {
            write(project.resolve("fairlead.json"), "\"c\": {\"command\": \"x\"}");

            assertThat(search(Map.of("MCP_SERVER_URL", "run"), project).load().servers())
                    .extracting(ServerConfig::name)
                    .containsExactly("run");
            assertThat(search(Map.of("MCP_SERVER_URL", " "), project).load().servers())
                    .extracting(ServerConfig::name)
                    .containsExactly("c");
        }

        @Test
        void isReportedWithoutItsContentWhereItIsNeither() {
            for (var value : List.of("run 'secret", "https://", "''")) {
                var config = search(Map.of("MCP_SERVER_URL", value), project).load();

                assertThat(config.servers()).isEmpty();
                assertThat(config.problems())
                        .singleElement()
                        .extracting(ConfigProblem::text)
                        .asString()
                        .startsWith("MCP_SERVER_URL: is neither")
                        .doesNotContain("secret");
            }
        }
    }
}
