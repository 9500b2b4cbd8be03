package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Copying servers from files of other products. */
@Timeout(120)
final class ImportTest {
    private static final String SECRET = "a1b2c3d4e5f6a7b8c9d0";

    @TempDir
    Path folder;

    private Path home;
    private Path own;

    @BeforeEach
    void write() throws Exception {
        home = ServersTest.ownFolder(folder.resolve("home"));
        own = home.resolve("fairlead.json");
        var desktop = Files.createDirectories(folder.resolve("settings/Claude"));
        Files.writeString(desktop.resolve("claude_desktop_config.json"), """
            {"mcpServers": {
              "files": {"command": "npx", "args": ["-y", "${NOT_ONE}", "--api-key", "hunter2secret"], "env": {"API_KEY": "%s"}},
              "off": {"command": "x", "disabled": true, "timeout": 60000}
            }}
            """.formatted(SECRET));
        var codex = Files.createDirectories(folder.resolve("codex"));
        Files.writeString(codex.resolve("config.toml"), """
            [mcp_servers.docs]
            url = "https://docs.example/mcp"
            bearer_token_env_var = "DOCS_TOKEN"
            tool_timeout_sec = 45
            """);
    }

    private Shell shell() {
        return new Shell()
                .home(home)
                .variable("XDG_CONFIG_HOME", folder.resolve("settings").toString())
                .variable("CODEX_HOME", folder.resolve("codex").toString());
    }

    private JsonNode entry(String name) throws Exception {
        return Json.parse(Files.readString(own)).path("mcpServers").path(name);
    }

    @Test
    void whatIsFoundIsListedAndNothingIsWritten() {
        var run = shell().run("import");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("Claude Desktop", "files", "npx -y ${NOT_ONE} --api-key ••••", "x (disabled)")
                .contains("Codex", "docs", "https://docs.example/mcp")
                .endsWith("next: fairlead import --all, or fairlead import FILE --only NAME\n")
                .doesNotContain(SECRET, "hunter2secret");
        assertThat(own).doesNotExist();
        var found = Json.parse(shell().run("import", "--json").out()).path("found");
        var names = StreamSupport.stream(found.spliterator(), false)
                .filter(one -> one.path("file").stringValue().startsWith(folder.toString()))
                .map(one -> one.path("product").stringValue() + " "
                        + one.path("name").stringValue() + " "
                        + one.path("known").stringValue())
                .toList();
        assertThat(names).containsExactly("Codex docs no", "Claude Desktop files no", "Claude Desktop off no");
    }

    @Test
    void entriesAreCopiedInOurOwnForm() throws Exception {
        var run = shell().run("import", "claude-desktop", "codex");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("added 'files' to " + own, "added 'off'", "added 'docs'")
                .endsWith("next: fairlead servers\n");
        assertThat(run.out() + run.err()).doesNotContain(SECRET, "hunter2secret");
        assertThat(run.err()).contains("'files': args[3], env.API_KEY looks like a secret");
        // What is no variable there is none here.
        assertThat(entry("files").path("args").path(1).stringValue()).isEqualTo("$${NOT_ONE}");
        assertThat(entry("files").path("env").path("API_KEY").stringValue()).isEqualTo(SECRET);
        assertThat(entry("off"))
                .isEqualTo(Json.parse("{\"command\":\"x\",\"disabled\":true,\"requestTimeout\":\"1m\"}"));
        assertThat(entry("docs"))
                .isEqualTo(Json.parse(
                        "{\"url\":\"https://docs.example/mcp\",\"headersFromEnv\":{\"Authorization\":\"Bearer"
                                + " DOCS_TOKEN\"},\"requestTimeout\":\"45s\"}"));
        var again = shell().run("import", "claude-desktop");
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("'files' is like that already in ");
    }

    @Test
    void conflictsAreNamedAndNothingIsReplacedUnlessForced() throws Exception {
        Files.writeString(own, "{\"mcpServers\": {\"files\": {\"command\": \"mine\"}}}");

        var run = shell().run("import", "claude");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out())
                .contains("'files' is in %s:1 already, and stays as it is there".formatted(own), "added 'off'");
        assertThat(run.err()).contains("not copied, since the name is taken: files");
        assertThat(entry("files").path("command").stringValue()).isEqualTo("mine");
        assertThat(shell().run("import", "claude", "--only", "files", "--as", "theirs")
                        .out())
                .startsWith("added 'theirs'");
        assertThat(shell().run("import", "claude", "--force").out()).contains("replaced 'files'");
        assertThat(entry("files").path("command").stringValue()).isEqualTo("npx");
    }

    @Test
    void aDryRunWritesNothing() {
        assertThat(shell().run("import", "codex", "--dry-run").out())
                .isEqualTo("would add 'docs' to %s\n".formatted(own));
        assertThat(own).doesNotExist();
    }

    @Test
    void whatAProjectWroteIsLookedAtFirst() throws Exception {
        var project = Files.createDirectories(folder.resolve("project/.vscode"));
        var file = Files.writeString(project.resolve("mcp.json"), """
            {"servers": {"p": {"command": "node", "args": ["${workspaceFolder}/x.js", "${input:key}"]}},
             "inputs": [{"id": "key", "type": "promptString", "password": true}]}
            """);

        var unasked = shell().run("import", file.toString());
        assertThat(unasked.code()).isEqualTo(8);
        assertThat(unasked.err()).contains("'p' is of a project's file", "--yes agrees");
        var no = shell().attended().input("\n").run("import", file.toString());
        assertThat(no.code()).isEqualTo(8);
        assertThat(no.out()).contains("runs: node", "'p' was not copied");
        assertThat(own).doesNotExist();
        var yes = shell().attended().input("y\n").run("import", file.toString());
        assertThat(yes.code()).isZero();
        assertThat(entry("p"))
                .isEqualTo(Json.parse("{\"command\":\"node\",\"args\":[\"%s/x.js\",\"${input:key}\"],\"cwd\":\"%s\"}"
                        .formatted(folder.resolve("project"), folder.resolve("project"))));
        assertThat(Json.parse(Files.readString(own))
                        .path("inputs")
                        .path(0)
                        .path("id")
                        .stringValue())
                .isEqualTo("key");
    }

    @Test
    void whatAProjectWroteAndNobodyCanReadIsNotCopied() throws Exception {
        var project = Files.createDirectories(folder.resolve("project/.vscode"));
        var entry = Json.object().put("command", "node");
        var arguments = entry.putArray("args");
        for (int i = 0; i < 900; i++) {
            arguments.add("x".repeat(200));
        }
        var servers = Json.object();
        servers.putObject("servers").set("p", entry);
        var file = Files.writeString(project.resolve("mcp.json"), Json.write(servers));

        var run = shell().attended().input("y\n").run("import", file.toString());

        assertThat(run.code()).isEqualTo(8);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("'p' is of a project's file, and is too long to be read here");
        assertThat(own).doesNotExist();
    }

    @Test
    void mistakesAreOneSentence() throws Exception {
        assertThat(shell().run("import", "nosuch").err()).contains("is neither a file nor a product");
        assertThat(shell().run("import", "goose").err()).contains("no file of Goose was found");
        assertThat(shell().run("import", "codex", "--only", "docz").err()).contains("did you mean 'docs'?");
        assertThat(shell().run("import", "claude", "--as", "x").err())
                .contains("--as names one server, and there are 2");
        assertThat(shell().run("import", "--only", "x").code()).isEqualTo(2);
        var broken = Files.writeString(folder.resolve("b.json"), "{\"mcpServers\": ");
        assertThat(shell().run("import", broken.toString()))
                .matches(run -> run.code() == 9 && run.err().contains(broken + ":1:"));
    }
}
