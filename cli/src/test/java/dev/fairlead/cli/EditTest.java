package dev.fairlead.cli;

import static dev.fairlead.cli.CommandProcess.finish;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Removing servers, and switching them on and off. */
@Timeout(120)
@Tag("thorough")
final class EditTest {
    private static final String OWN = """
        // mine
        {
          "mcpServers": {
            "a": {"command": "sh"}, // first
            "b": {
              "command": "sh",
              "enabled": false, // for now
            },
          },
        }
        """;

    @TempDir
    Path folder;

    private Path home;
    private Path own;
    private Path project;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        own = Files.writeString(home.resolve("fairlead.json"), OWN);
        project = Files.createDirectories(folder.resolve("project/.git")).getParent();
    }

    private Shell.Run run(String... words) {
        return new Shell().home(home).run(words);
    }

    private Shell.Run inProject(String... words) throws Exception {
        var builder = CommandProcess.of(List.of("--enable-native-access=ALL-UNNAMED"), words)
                .directory(project.toFile());
        builder.environment().put("FAIRLEAD_HOME", home.toString());
        builder.environment().keySet().removeAll(List.of("FAIRLEAD_CONFIG", "MCP_SERVER_URL"));
        return finish(builder.start());
    }

    @Test
    void aServerIsTakenOutOfItsFile() {
        var run = run("remove", "b");

        assertThat(run).isEqualTo(new Shell.Run(0, "removed 'b' from %s\n".formatted(own), ""));
        assertThat(own).content().isEqualTo("""
            // mine
            {
              "mcpServers": {
                "a": {"command": "sh"}, // first
              },
            }
            """);
    }

    @Test
    void whatWasDoneAboutAServerIsWrittenDownAndNothingElse() throws Exception {
        run("enable", "b");
        run("enable", "b");
        run("remove", "a");
        run("remove", "nobody");
        run("add", "c", "https://mcp.example.com/secret-path");

        var entries = Files.readAllLines(home.resolve("audit.ndjson")).stream()
                .map(Json::parse)
                .toList();
        assertThat(entries).allMatch(entry -> entry.path("kind").asString("").equals("configuration"));
        assertThat(entries.stream()
                        .map(entry -> entry.path("server").asString("") + " "
                                + entry.path("what").asString("").replaceFirst(" '.*", "")))
                .containsExactly("b enabled", "a removed", "c added");
        assertThat(entries.toString()).doesNotContain("secret-path").contains(own.toString());
    }

    @Test
    void oneWordIsChangedAndNothingElse() {
        assertThat(run("enable", "b").out()).isEqualTo("enabled 'b' in %s:5\n".formatted(own));
        assertThat(own).content().isEqualTo(OWN.replace("false", "true"));
        assertThat(run("enable", "b").out()).isEqualTo("'b' is like that already in %s:5\n".formatted(own));
        assertThat(run("disable", "b").out()).isEqualTo("disabled 'b' in %s:5\n".formatted(own));
        assertThat(own).content().isEqualTo(OWN);
        assertThat(run("disable", "a", "b").code()).isZero();
        assertThat(own)
                .content()
                .isEqualTo(OWN.replace("{\"command\": \"sh\"}", "{\"command\": \"sh\", \"disabled\": true}"));
        assertThat(run("tools", "a").err()).contains("is disabled", "'fairlead enable a'");
        assertThat(run("enable", "a").code()).isZero();
        assertThat(run("tools", "a").err()).doesNotContain("is disabled");
    }

    @Test
    void programsGetOneDocument() {
        var run = run("disable", "a", "--json");

        assertThat(run.out()).hasLineCount(1);
        var document = Json.parse(run.out());
        assertThat(document.path("changes").path(0).path("change").stringValue())
                .isEqualTo("disabled");
        assertThat(document.path("changes").path(0).path("line").intValue()).isEqualTo(4);
        var missing = Json.parse(run("remove", "nope", "--json").out());
        assertThat(missing.path("error").path("type").stringValue()).isEqualTo("usage");
    }

    @Test
    void unknownNamesAndBrokenFilesChangeNothing() throws Exception {
        assertThat(run("remove", "bb").err()).contains("there is no server named 'bb'", "did you mean");
        assertThat(run("remove").code()).isEqualTo(2);
        assertThat(run("enable", "a", "--", "x").code()).isEqualTo(2);
        assertThat(own).content().isEqualTo(OWN);
        Files.writeString(own, "{\"mcpServers\": {\"a\": }");
        var run = run("disable", "a");
        assertThat(run.code()).isEqualTo(9);
        assertThat(run.err()).contains(own + ":1:");
        assertThat(own).content().isEqualTo("{\"mcpServers\": {\"a\": }");
    }

    @Test
    void filesOfOthersAreChangedOnlyIfTheyAreTyped() throws Exception {
        var text = "{\"mcpServers\": {\"p\": {\"command\": \"sh\"}}}";
        var file = Files.writeString(project.resolve(".mcp.json"), text);

        var refused = inProject("remove", "p");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("server 'p' is in %s:1, a file of Claude Code".formatted(file), "'fairlead disable p'");
        var off = inProject("disable", "p");
        assertThat(off.out())
                .startsWith("disabled 'p' in %s:9\n".formatted(own))
                .contains("which stays as it is");
        assertThat(file).content().isEqualTo(text);
        assertThat(inProject("tools", "p").err()).contains("is disabled");
        assertThat(inProject("enable", "p").code()).isZero();
        assertThat(own).content().isEqualTo(OWN);
        assertThat(inProject("tools", "p").err()).contains("nobody has agreed yet");

        assertThat(inProject("disable", "p", "--config", ".mcp.json").code()).isZero();
        assertThat(file).content().isEqualTo("{\"mcpServers\": {\"p\": {\"command\": \"sh\", \"disabled\": true}}}");
        assertThat(inProject("enable", "p").code()).isZero();
        assertThat(inProject("tools", "p").err()).contains("nobody has agreed yet");
        assertThat(inProject("remove", "p", "--config", ".mcp.json").code()).isZero();
        assertThat(file).content().isEqualTo("{\"mcpServers\": {}}");
    }

    @Test
    void theProjectsOwnFileIsChangedAndWhatCountsThenIsTold() throws Exception {
        assertThat(inProject("add", "a", "--scope", "project", "--", "sh").err())
                .contains("the server 'a' in %s:4 counts before this one".formatted(own));
        assertThat(inProject("add", "p", "--scope", "project", "--", "sh").out())
                .contains("next: fairlead approve p");

        assertThat(inProject("disable", "p").out())
                .isEqualTo("disabled 'p' in %s\n".formatted(project.resolve("fairlead.json") + ":6"));
        var removed = inProject("remove", "a");
        assertThat(removed.out())
                .isEqualTo("removed 'a' from %s\n  'a' is now the server in %s:3\n"
                        .formatted(own, project.resolve("fairlead.json")));
    }

    @Test
    void tablesOfOtherFormatsStayAsTheyAre() throws Exception {
        var file = Files.writeString(folder.resolve("config.toml"), "[mcp_servers.x]\ncommand = \"sh\"\n");

        var run = run("remove", "x", "--config", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is no JSON, and is not changed");
    }

    @Test
    void twoProcessesLoseNothing() throws Exception {
        var running = new ArrayList<Process>();
        for (int i = 0; i < 4; i++) {
            var builder = CommandProcess.of(
                            List.of("--enable-native-access=ALL-UNNAMED"), "add", "s" + i, "https://h.example/" + i)
                    .directory(project.toFile());
            builder.environment().put("FAIRLEAD_HOME", home.toString());
            running.add(builder.start());
        }
        for (var process : running) {
            assertThat(finish(process).code()).isZero();
        }

        var text = Files.readString(own);
        assertThat(text).startsWith("// mine\n").contains("// first", "// for now");
        assertThat(List.of("s0", "s1", "s2", "s3")).allMatch(name -> text.contains("\"" + name + "\""));
    }
}
