package dev.fairlead.host.config;

import static dev.fairlead.host.config.Samples.address;
import static dev.fairlead.host.config.Samples.names;
import static dev.fairlead.host.config.Samples.own;
import static dev.fairlead.host.config.Samples.server;
import static dev.fairlead.host.config.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.wire.http.HttpStrategy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
    /** Whatever is started would be something else than what is written there, and shown. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a': {'command': 'x', 'args': ['b~d800r.py']}",
                "'a': {'command': 'x~dfff'}",
                "'a': {'command': 'x', 'env': {'PYTHONPATH': '~d800'}}",
                "'a': {'command': 'x', 'cwd': '~de00~d83d'}",
                "'a': {'url': 'https://x', 'headers': {'A': '~d800'}}",
            })
    void aServerWithHalfACharacterIsNotUsed(String entry) {
        var text = "{'mcpServers': {%s, 'b': {'command': 'y', 'args': ['~d83d~de00']}}}"
                .formatted(entry)
                .replace('\'', '"')
                .replace("~", "\\u");

        var file = own(text);
        assertThat(file.servers()).extracting(ServerConfig::name).containsExactly("b");
        assertThat(texts(file)).singleElement().asString().startsWith("ERROR").contains("half a character");
    }

    /** The reader of JSON takes no such names at all. */
    @Test
    void aNameWithHalfACharacterIsNotUsed() {
        assertThat(own("{\"mcpServers\": {\"a\\ud800\": {\"command\": \"x\"}}}").servers())
                .isEmpty();
        assertThat(own("{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\\ud83d\": \"1\"}}}}")
                        .servers())
                .isEmpty();
    }

    @Test
    void aFileThatIsNoUtf8IsNotGuessedAt(@TempDir Path folder) throws IOException {
        var file = folder.resolve("fairlead.json");
        Files.write(
                file,
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"bär\"]}}}"
                        .getBytes(StandardCharsets.ISO_8859_1));

        var read = new ConfigReader(folder, folder).read(file, Scope.PROJECT);
        assertThat(read.servers()).isEmpty();
        assertThat(texts(read)).singleElement().asString().contains("it is not written in UTF-8");
    }

    @Test
    void readsEveryFieldOfOurOwnFile() {
        var file = own(Samples.text("fairlead.json"));

        assertThat(texts(file)).isEmpty();
        var server = server(file, "everything");
        assertThat(server.endpoint())
                .isEqualTo(new Endpoint.Command(
                        "node",
                        List.of("server.js", "--port", "8080", "true"),
                        server.endpoint() instanceof Endpoint.Command command ? command.environment() : Map.of(),
                        List.of("LANG"),
                        ".env",
                        "tools",
                        Endpoint.Inheritance.NONE));
        assertThat(((Endpoint.Command) server.endpoint()).environment())
                .containsEntry("A", "${A:-a}")
                .containsEntry("N", "3")
                .containsEntry("GONE", null);
        assertThat(server.start()).isEqualTo(ServerConfig.StartMode.LAZY);
        assertThat(server.required()).isTrue();
        assertThat(server.startupTimeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(server.requestTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(server.pool()).isEqualTo(3);
        assertThat(server.concurrency()).isEqualTo(8);
        assertThat(server.sharing()).isEqualTo(ServerConfig.Sharing.PERSON);
        assertThat(server.tools())
                .isEqualTo(new ToolRules(
                        List.of("read_*"),
                        List.of("read_secret"),
                        Map.of(
                                "read_file", new ToolRules.Rule(true, "read", Duration.ofMinutes(2)),
                                "write", new ToolRules.Rule(false, null, null))));
        assertThat(server.description()).isEqualTo("All there is");
        assertThat(server.origin()).isEqualTo(new Origin(file.file(), 5, Dialect.FAIRLEAD, Scope.PROJECT));
        assertThat(address(file, "remote"))
                .isEqualTo(new Endpoint.Address(
                        "https://example.com/mcp",
                        HttpStrategy.HTTP_ONLY,
                        Map.of("X-Team", "blue"),
                        Map.of("X-Key", "KEY", "Authorization", "Bearer TOKEN"),
                        List.of("./headers", "--json"),
                        new OAuthConfig(
                                "me",
                                "${keychain:secret}",
                                List.of("a"),
                                8000,
                                "https://issuer.example.com",
                                "http://127.0.0.1:8000/callback")));
    }

    @Test
    void aBadEntryCostsNoOther() {
        var file = own("""
            {"mcpServers": {
              "no-endpoint": {"args": []},
              "both": {"command": "x", "url": "https://x"},
              "text": "npx foo",
              "": {"command": "x"},
              "args": {"command": "x", "args": "a b"},
              "args-inside": {"command": "x", "args": ["a", {}]},
              "flag": {"command": "x", "enabled": "perhaps"},
              "pool": {"command": "x", "pool": 0},
              "choice": {"command": "x", "start": "sometimes"},
              "scheme": {"url": "example.com/mcp"},
              "type": {"type": "carrier-pigeon", "command": "x"},
              "env": {"command": "x", "env": {"A=B": "1"}},
              "blank": {"command": " "},
              "port": {"url": "https://x", "oauth": {"redirectPort": 70000}},
              "good": {"command": "x"}
            }}
            """);

        assertThat(file.sound()).isTrue();
        assertThat(names(file)).containsExactly("good");
        assertThat(file.problems())
                .hasSize(15 - 1)
                .allMatch(problem -> problem.severity() == Severity.ERROR)
                .allMatch(problem -> problem.line() > 1 && problem.column() > 0)
                .allMatch(problem -> problem.server() != null && problem.field().startsWith("mcpServers."))
                .allMatch(problem -> problem.message().contains("this server is not used"));
        assertThat(texts(file))
                .anyMatch(
                        text -> text.contains(":7:") && text.contains("mcpServers.args-inside.args[1]: must be a text"))
                .anyMatch(text -> text.contains("mcpServers.choice.start: must be one of eager, lazy"))
                .anyMatch(text -> text.contains("mcpServers.type.type: must be one of stdio, http, sse"));
    }

    @Test
    void unknownFieldsAreKeptAndReported() {
        var file = own("""
            {"mcpServers": {"a": {
              "command": "x",
              "serverUrl": "https://x",
              "timeout": 60000,
              "colour": {"of": ["sky"]}
            }}, "servers": {}}
            """);

        var server = server(file, "a");
        assertThat(server.ignored()).containsExactly("serverUrl", "timeout", "colour");
        assertThat(server.kept().get("colour").toString()).isEqualTo("{\"of\":[\"sky\"]}");
        assertThat(texts(file))
                .containsExactly(
                        "NOTE /home/ann/shop/fairlead.json:3:3: mcpServers.a.serverUrl: is written 'url' here; it has"
                                + " no effect as it is",
                        "NOTE /home/ann/shop/fairlead.json:4:3: mcpServers.a.timeout: is written 'requestTimeout'"
                                + " here; it has no effect as it is",
                        "NOTE /home/ann/shop/fairlead.json:5:3: mcpServers.a.colour: is not known and has no effect;"
                                + " check the spelling or remove it",
                        "NOTE /home/ann/shop/fairlead.json:6:5: servers: is not known and has no effect; servers stand"
                                + " in mcpServers");
    }

    @Test
    void noProblemQuotesAValue() {
        var secret = "sk-veryverysecret";
        for (var text : List.of(
                "{\"mcpServers\": {\"a\": {\"command\": %s}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"K\": [\"%s\"]}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": \"%s\"}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"%s\"}}}",
                "{\"mcpServers\": {\"a\": {\"type\": \"%s\", \"command\": \"x\"}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"https://x\", \"headers\": \"%s\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"requestTimeout\": \"%s\"}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"https://x\", \"headersHelper\": \"'%s\"}}}",
                "{\"mcpServers\": {\"a\": \"%s\"}}",
                "{\"mcpServers\": \"%s\"}",
                "\"%s\"",
                "{\"mcpServers\": {\"a\": {\"command\": \"%s")) {
            for (var place : List.of("fairlead.json", "librechat.yaml", "config.toml")) {
                var file = Samples.read(text.replace("%s", secret), Samples.PROJECT.resolve(place), Scope.PROJECT);

                assertThat(file.sound() && file.problems().isEmpty() && !place.endsWith("yaml"))
                        .as(text)
                        .isFalse();
                assertThat(texts(file).toString()).as(text).doesNotContain("veryvery");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "fairlead.json | `{\n  \"mcpServers\": {,}}` | 2",
                "fairlead.json | `{\"mcpServers\": {}` | 1",
                "fairlead.json | `{\"mcpServers\": {}}\n{}` | 2",
                "librechat.yaml | `mcpServers:\n\t- a: b` | 2",
                "librechat.yaml | `a: *nowhere` | 1",
                "config.toml | `[mcp_servers.a]\ncommand = ` | 2",
            })
    void whatCannotBeReadIsReportedWithItsLine(String name, String text, int line) {
        var file = Samples.read(text, Samples.PROJECT.resolve(name), Scope.PROJECT);

        assertThat(file.sound()).isFalse();
        assertThat(file.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.line()).isEqualTo(line);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n", "[]", "3", "null"})
    void whatIsNoObjectIsNoConfiguration(String text) {
        var file = own(text);

        assertThat(file.sound()).isFalse();
        assertThat(file.problems()).singleElement().matches(problem -> problem.severity() == Severity.ERROR);
    }

    @Test
    void membersThatStandTwiceAreReportedAndTheLaterOneCounts() {
        var file = own("""
            {"mcpServers": {
              "a": {"command": "first"},
              "a": {"command": "second", "command": "third"}
            }}
            """);

        assertThat(Samples.command(file, "a").program()).isEqualTo("third");
        assertThat(texts(file))
                .hasSize(2)
                .allMatch(text -> text.startsWith("WARNING") && text.contains(".json:3:") && text.contains("twice"));
    }

    @Test
    void tellsADescriptionForARegistryFromAConfiguration() {
        var file = Samples.read(
                "{\"name\": \"x\", \"packages\": [], \"remotes\": []}",
                Samples.PROJECT.resolve("server.json"),
                Scope.PROJECT);

        assertThat(texts(file)).singleElement().asString().contains("for a registry");
    }

    @ParameterizedTest
    @CsvSource({
        "https://x/mcp, , HTTP_FIRST",
        "https://x/sse, , SSE_FIRST",
        "https://x/sse?a=b, , SSE_FIRST",
        "https://x/sse, http, HTTP_FIRST",
        "https://x/sse, streamable-http, HTTP_FIRST",
        "https://x/mcp, streamableHttp, HTTP_FIRST",
        "https://x/mcp, streamable_http, HTTP_FIRST",
        "https://x/mcp, remote, HTTP_FIRST",
        "https://x/mcp, sse, SSE_FIRST",
        "https://x/assess, , HTTP_FIRST",
    })
    void theWayOverHttpFollowsFromTypeAndPath(String url, String type, HttpStrategy strategy) {
        var file = own("{\"mcpServers\": {\"a\": {\"url\": \"%s\"%s}}}"
                .formatted(url, type == null ? "" : ", \"type\": \"%s\"".formatted(type)));

        assertThat(address(file, "a").strategy()).isEqualTo(strategy);
    }

    @ParameterizedTest
    @CsvSource({
        "fairlead.json, requestTimeout, 60, 60000",
        "fairlead.json, requestTimeout, 0.5, 500",
        "fairlead.json, requestTimeout, '\"500ms\"', 500",
        "fairlead.json, requestTimeout, '\"2m\"', 120000",
        "fairlead.json, requestTimeout, '\"1.5h\"', 5400000",
        ".mcp.json, timeout, 60000, 60000",
        ".mcp.json, timeout, 60, 60",
        ".gemini/settings.json, timeout, 60, 60",
        "cline_mcp_settings.json, timeout, 60, 60000",
        ".zed/settings.json, timeout, 60, 60000",
        "fastmcp.json, timeout, 60000, 60000",
        "opencode.json, timeout, 5000, 5000",
        ".mcp-inspector/mcp.json, requestTimeout, 5000, 5000",
    })
    void bareNumbersOfTimeLimitsCountWhatTheFilesProductCounts(
            String place, String field, String value, long milliseconds) {
        var key = place.contains("zed") ? "context_servers" : place.contains("opencode") ? "mcp" : "mcpServers";
        var file = Samples.read(
                "{\"%s\": {\"a\": {\"command\": \"x\", \"%s\": %s}}}".formatted(key, field, value),
                Samples.PROJECT.resolve(place),
                Scope.PROJECT);

        assertThat(server(file, "a").requestTimeout()).isEqualTo(Duration.ofMillis(milliseconds));
        assertThat(texts(file)).hasSize(milliseconds < 1000 && !place.startsWith("fairlead") ? 1 : 0);
    }

    @Test
    void aLimitOfMoreThanADayIsADayAndSaysSo() {
        var file = own("""
            {"mcpServers": {"a": {"command": "x", "requestTimeout": "48h"}, "b": {"command": "x", "requestTimeout": 86400}}}
            """);
        assertThat(server(file, "a").requestTimeout()).isEqualTo(Duration.ofDays(1));
        assertThat(server(file, "b").requestTimeout()).isEqualTo(Duration.ofDays(1));
        assertThat(texts(file))
                .singleElement()
                .asString()
                .contains("mcpServers.a.requestTimeout", "is longer than a day, and counts as one");
    }

    @Test
    void aMisspelledCommandIsHintedAt() {
        var file = own("{\"mcpServers\": {\"a\": {\"comand\": \"x\"}}}");
        assertThat(texts(file)).singleElement().asString().contains("is 'comand' meant to be 'command'?");
    }

    @Test
    void serversThatStandWhereAnotherProductHasThemAreAnError() {
        assertThat(texts(own("{\"servers\": {\"a\": {\"command\": \"x\"}}}")))
                .anySatisfy(text -> assertThat(text).startsWith("ERROR").contains("servers stand in mcpServers"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "\"soon\"", "[]", "true", "\"5 days\"", "1e999999999"})
    void aTimeLimitThatIsNoneLeavesTheUsualOne(String value) {
        var file = own("{\"mcpServers\": {\"a\": {\"command\": \"x\", \"requestTimeout\": %s}}}".formatted(value));

        assertThat(server(file, "a").requestTimeout()).isNull();
        assertThat(texts(file)).singleElement().asString().startsWith("WARNING").contains("usual limit");
    }

    @Test
    void findsTheDialectByTheShapeWhereTheNameTellsNothing() {
        var shapes = Map.of(
                "{\"servers\": {}}", Dialect.VS_CODE,
                "{\"context_servers\": {}}", Dialect.ZED,
                "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"x\"]}}}", Dialect.OPEN_CODE,
                "{\"mcpServers\": {\"a\": {\"serverUrl\": \"https://x\"}}}", Dialect.WINDSURF,
                "{\"mcpServers\": {\"a\": {\"httpUrl\": \"https://x\"}}}", Dialect.GEMINI,
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"isActive\": true}}}", Dialect.CHERRY,
                "{\"customizations\": {\"vscode\": {\"mcp\": {\"servers\": {}}}}}", Dialect.VS_CODE,
                "{\"mcpServers\": {}}", Dialect.PLAIN,
                "{\"a\": {\"command\": \"x\"}}", Dialect.PLAIN);

        shapes.forEach((text, dialect) -> assertThat(
                        Samples.read(text, Samples.PROJECT.resolve("any.json"), Scope.PROJECT)
                                .dialect())
                .as(text)
                .isEqualTo(dialect));
    }

    @Test
    void refusesFilesThatAreNoneOrTooLarge(@TempDir Path folder) throws IOException {
        var reader = new ConfigReader(folder, folder);
        var large = folder.resolve("fairlead.json");
        Files.writeString(large, " ".repeat(ConfigReader.MAX_BYTES) + "{}");

        assertThat(texts(reader.read(large, Scope.USER)))
                .singleElement()
                .asString()
                .contains("larger than 1024 KiB");
        assertThat(texts(reader.read(folder, Scope.USER)))
                .singleElement()
                .asString()
                .contains("not a regular file");
        assertThat(texts(reader.read(folder.resolve("none"), Scope.USER)))
                .singleElement()
                .asString()
                .contains("there is no such file");
    }

    @Test
    void aliasesCannotMakeAShortTextSayTooMuch() {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1)));
        }

        var file = Samples.read(text.toString(), Samples.PROJECT.resolve("librechat.yaml"), Scope.PROJECT);

        assertThat(texts(file)).singleElement().asString().contains("too many values");
    }

    @ParameterizedTest
    @CsvSource({"fairlead.json, '{\"a\":', '}'", "librechat.yaml, '[', ']'", "config.toml, 'a.', ''"})
    void deepNestingIsRefused(String name, String opening, String closing) {
        var text = opening.repeat(50_000) + (name.endsWith("toml") ? "a = 1" : "1") + closing.repeat(50_000);

        var file = Samples.read(text, Samples.PROJECT.resolve(name), Scope.PROJECT);

        assertThat(file.sound()).isFalse();
        assertThat(texts(file)).singleElement().asString().contains("nested too deeply");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x = 1\n%s = 1", "x = 1\n[%s]", "x = 1\ny = {%s = 1}"})
    void keysOfManyPartsAreRefusedBeforeTheyAreRead(String form) {
        var text = form.formatted("a . \"b.c\".'d'.".repeat(50) + "a");

        var file = Samples.read(text, Samples.PROJECT.resolve("config.toml"), Scope.PROJECT);

        assertThat(file.sound()).isFalse();
        assertThat(texts(file)).singleElement().asString().contains(":2", "a key has more than 100 parts");
    }

    @Test
    void dotsInValuesAndCommentsAreNoKeys() {
        var dots = "a.".repeat(500);
        var text = """
            [mcp_servers.a] # %1$s
            command = "%1$s\\"%1$s"
            args = ['%1$s', \"""%1$s
            %1$s\""", "1.5"]
            """.formatted(dots);

        var file = Samples.read(text, Samples.PROJECT.resolve("config.toml"), Scope.PROJECT);

        assertThat(texts(file)).noneMatch(problem -> problem.contains("parts"));
        assertThat(file.servers()).hasSize(1);
    }
}
