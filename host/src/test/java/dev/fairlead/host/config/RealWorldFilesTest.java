package dev.fairlead.host.config;

import static dev.fairlead.host.config.Samples.address;
import static dev.fairlead.host.config.Samples.command;
import static dev.fairlead.host.config.Samples.inHome;
import static dev.fairlead.host.config.Samples.inProject;
import static dev.fairlead.host.config.Samples.names;
import static dev.fairlead.host.config.Samples.server;
import static dev.fairlead.host.config.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.http.HttpStrategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RealWorldFilesTest {

    @Test
    void claudeDesktop() {
        var file = inHome("claude-desktop.json", ".config/Claude/claude_desktop_config.json");

        assertThat(file.dialect()).isEqualTo(Dialect.CLAUDE_DESKTOP);
        assertThat(names(file)).containsExactly("filesystem", "weather");
        assertThat(command(file, "filesystem").program()).isEqualTo("npx");
        assertThat(command(file, "filesystem").arguments())
                .containsExactly(
                        "-y", "@modelcontextprotocol/server-filesystem", "/Users/ann/Desktop", "/Users/ann/Downloads");
        assertThat(command(file, "weather").environment()).containsEntry("LOG_LEVEL", "debug");
        assertThat(server(file, "weather").folder()).isEqualTo(Samples.HOME);
        assertThat(texts(file)).singleElement().asString().contains("looks like a variable");
    }

    @Test
    void claudeCodeOfAProject() {
        var file = inProject("claude-code.json", ".mcp.json");

        assertThat(file.dialect()).isEqualTo(Dialect.CLAUDE_CODE);
        assertThat(names(file)).containsExactly("api-server", "legacy", "tracker", "local");
        assertThat(address(file, "api-server").strategy()).isEqualTo(HttpStrategy.HTTP_FIRST);
        assertThat(server(file, "api-server").requestTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(server(file, "api-server").ignored()).containsExactly("alwaysLoad");
        assertThat(address(file, "legacy").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
        assertThat(address(file, "legacy").headersProgram())
                .containsExactly("/opt/bin/mcp-headers.sh", "--tenant", "blue team");
        assertThat(address(file, "tracker").oauth())
                .isEqualTo(new OAuthConfig("tracker-client", null, List.of("read", "write"), 8080, null));
        assertThat(server(file, "local").requestTimeout()).isEqualTo(Duration.ofMillis(60));
        assertThat(server(file, "local").folder()).isEqualTo(Samples.PROJECT);
        assertThat(texts(file))
                .anyMatch(text -> text.matches(
                        "WARNING .*/\\.mcp\\.json:29:\\d+: mcpServers\\.local\\.timeout: .*milliseconds.*"))
                .anyMatch(text ->
                        text.matches("ERROR .*/\\.mcp\\.json:31:\\d+: mcpServers\\.socket\\.type: .*WebSocket.*"))
                .anyMatch(text -> text.contains("tracker.oauth.authServerMetadataUrl: has no effect"));
    }

    @Test
    void claudeCodeOfAUserWithProjects() {
        var file = inHome("claude-user.json", ".claude.json");

        assertThat(file.dialect()).isEqualTo(Dialect.CLAUDE_CODE);
        assertThat(names(file)).containsExactly("search", "orders", "memory");
        assertThat(command(file, "search").program()).isEqualTo("local-search");
        assertThat(server(file, "orders").folder()).isEqualTo(Path.of("/home/ann/shop"));
        assertThat(server(file, "memory").folder()).isEqualTo(Samples.HOME);
        assertThat(texts(file))
                .anyMatch(text -> text.contains("projects./home/ann/blog.mcpServers: is for another project"))
                .anyMatch(text -> text.contains("search: has the name of a server"));
    }

    @Test
    void vsCode() {
        var file = inProject("vscode.jsonc", ".vscode/mcp.json");

        assertThat(file.dialect()).isEqualTo(Dialect.VS_CODE);
        assertThat(names(file)).containsExactly("perplexity", "github", "fetch");
        assertThat(command(file, "perplexity").environment())
                .containsEntry("RETRIES", "3")
                .containsEntry("HTTP_PROXY", null);
        assertThat(file.inputs())
                .extracting(InputPrompt::id)
                .containsExactly("perplexity-key", "region", "from-extension");
        assertThat(file.inputs().get(0).password()).isTrue();
        assertThat(file.inputs().get(1).options()).containsExactly("eu", "us");
        assertThat(command(file, "fetch").environmentFile()).isEqualTo("${workspaceFolder}/.env");
        assertThat(server(file, "fetch").folder()).isEqualTo(Samples.PROJECT);
        assertThat(server(file, "fetch").ignored()).containsExactly("dev", "sandboxEnabled");
        assertThat(server(file, "fetch").kept().get("dev").path("watch").asString())
                .isEqualTo("src/**/*.ts");
        assertThat(texts(file))
                .anyMatch(text -> text.startsWith("WARNING") && text.contains("sandboxEnabled: asks for a sandbox"))
                .anyMatch(text -> text.startsWith("WARNING") && text.contains(": sandbox: asks for a sandbox"))
                .anyMatch(text -> text.contains("from-extension: is answered by a command of VS Code"))
                .anyMatch(text -> text.startsWith("ERROR") && text.contains("servers.socket.url: leads over a socket"));
    }

    @Test
    void cursor() {
        var file = inProject("cursor.json", ".cursor/mcp.json");

        assertThat(file.dialect()).isEqualTo(Dialect.CURSOR);
        assertThat(names(file)).containsExactly("local-python", "remote", "oauth-server");
        assertThat(command(file, "local-python").environmentFile()).isEqualTo(".env");
        assertThat(address(file, "oauth-server").oauth())
                .isEqualTo(new OAuthConfig(
                        "${env:MCP_CLIENT_ID}", "${env:MCP_CLIENT_SECRET}", List.of("read", "write"), null, null));
        assertThat(texts(file)).isEmpty();
    }

    @Test
    void windsurf() {
        var file = inHome("windsurf.json", ".codeium/windsurf/mcp_config.json");

        assertThat(file.dialect()).isEqualTo(Dialect.WINDSURF);
        assertThat(names(file)).containsExactly("github", "figma", "remote");
        assertThat(server(file, "github").tools().exclude()).containsExactly("delete_repository");
        assertThat(address(file, "figma").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
        assertThat(server(file, "remote").enabled()).isFalse();
        assertThat(texts(file)).isEmpty();
    }

    @Test
    void geminiCli() {
        var file = inProject("gemini.json", ".gemini/settings.json");

        assertThat(file.dialect()).isEqualTo(Dialect.GEMINI);
        assertThat(file.servers())
                .filteredOn(ServerConfig::enabled)
                .extracting(ServerConfig::name)
                .containsExactly("python", "http", "sse");
        assertThat(command(file, "python").directory()).isEqualTo("./mcp-servers/python");
        assertThat(server(file, "python").requestTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(server(file, "python").tools())
                .isEqualTo(new ToolRules(List.of("safe_tool", "file_reader"), List.of("dangerous_tool"), Map.of()));
        assertThat(address(file, "http").strategy()).isEqualTo(HttpStrategy.HTTP_FIRST);
        assertThat(address(file, "sse").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
        var oauth = Objects.requireNonNull(address(file, "sse").oauth());
        assertThat(oauth.redirectUri()).isEqualTo("http://localhost:7777/oauth/callback");
        assertThat(texts(file))
                .anyMatch(text -> text.contains("python.trust: suggests approvals"))
                .anyMatch(text -> text.startsWith("WARNING") && text.contains("http.timeout: counts milliseconds"))
                .anyMatch(text -> text.startsWith("WARNING") && text.contains("sse.authProviderType"));
    }

    @Test
    void codex() {
        var file = inHome("codex.toml", ".codex/config.toml");

        assertThat(file.dialect()).isEqualTo(Dialect.CODEX);
        assertThat(names(file)).containsExactly("context7", "figma", "chrome.devtools");
        assertThat(command(file, "context7").passedOn()).containsExactly("LOCAL_TOKEN", "REMOTE_TOKEN");
        assertThat(command(file, "context7").environment()).containsEntry("MY_ENV_VAR", "MY_ENV_VALUE");
        assertThat(server(file, "context7").startupTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(server(file, "context7").requestTimeout()).isEqualTo(Duration.ofMillis(45_500));
        assertThat(server(file, "context7").required()).isTrue();
        assertThat(server(file, "context7").origin().line()).isEqualTo(3);
        assertThat(address(file, "figma").headers()).containsEntry("X-Figma-Region", "us-east-1");
        assertThat(address(file, "figma").headersFrom())
                .containsEntry("Authorization", "Bearer FIGMA_OAUTH_TOKEN")
                .containsEntry("X-Trace", "TRACE_ID");
        assertThat(Objects.requireNonNull(address(file, "figma").oauth()).scopes())
                .containsExactly("files:read");
        assertThat(server(file, "figma").startupTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(server(file, "chrome.devtools").enabled()).isFalse();
        assertThat(server(file, "chrome.devtools").tools().include()).containsExactly("open", "screenshot");
        assertThat(server(file, "chrome.devtools").tools().exclude()).containsExactly("screenshot");
        assertThat(texts(file))
                .anyMatch(text -> text.matches("ERROR .*config\\.toml:33: mcp_servers\\.broken: names neither.*"))
                .anyMatch(text -> text.matches("NOTE .*:28: .*default_tools_approval_mode: suggests approvals.*"))
                .anyMatch(text -> text.matches("NOTE .*:31: .*tools\\.open\\.approval_mode: suggests approvals.*"));
    }

    @Test
    void zed() {
        var file = inHome("zed.jsonc", ".config/zed/settings.json");

        assertThat(file.dialect()).isEqualTo(Dialect.ZED);
        assertThat(names(file)).containsExactly("local-mcp-server", "former", "remote-mcp-server");
        assertThat(server(file, "local-mcp-server").requestTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(command(file, "former"))
                .isEqualTo(new Endpoint.Command(
                        "/opt/server",
                        List.of("run"),
                        Map.of("MODE", "x"),
                        List.of(),
                        null,
                        null,
                        Endpoint.Inheritance.SAFE));
        assertThat(texts(file))
                .anyMatch(text -> text.contains("postgres.source: is a part of Zed"))
                .anyMatch(text -> text.contains("older-extension.source: is a part of Zed"));
    }

    @Test
    void cline() {
        var file = inHome("cline.json", ".cline/data/settings/cline_mcp_settings.json");

        assertThat(file.dialect()).isEqualTo(Dialect.CLINE);
        assertThat(names(file)).containsExactly("local", "remote", "nested");
        assertThat(server(file, "local").requestTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(address(file, "remote").strategy()).isEqualTo(HttpStrategy.HTTP_FIRST);
        assertThat(server(file, "remote").enabled()).isFalse();
        assertThat(command(file, "nested").arguments()).containsExactly("-y", "pkg");
        assertThat(texts(file)).hasSize(2).allMatch(text -> text.contains("grants nothing here"));
    }

    @Test
    void goose() {
        var file = inHome("goose.yaml", ".config/goose/config.yaml");

        assertThat(file.dialect()).isEqualTo(Dialect.GOOSE);
        assertThat(names(file)).containsExactly("brave-search", "kiwi", "old");
        assertThat(command(file, "brave-search").arguments())
                .containsExactly("-y", "@modelcontextprotocol/server-brave-search", "8080");
        assertThat(command(file, "brave-search").environment()).containsEntry("LOG", "debug");
        assertThat(command(file, "brave-search").passedOn()).containsExactly("BRAVE_API_KEY");
        assertThat(server(file, "brave-search").requestTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(server(file, "brave-search").description()).isEqualTo("Searches the web");
        assertThat(server(file, "kiwi").enabled()).isFalse();
        assertThat(server(file, "kiwi").tools().include()).containsExactly("search", "book");
        assertThat(address(file, "old").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
        assertThat(texts(file)).singleElement().asString().contains("developer.type: is a part of Goose");
    }

    @Test
    void openCodeOfBothKinds() {
        var first = inProject("opencode-v1.jsonc", "opencode.jsonc");
        var second = inProject("opencode-v2.jsonc", "opencode.json");

        assertThat(first.dialect()).isEqualTo(Dialect.OPEN_CODE);
        assertThat(names(first)).containsExactly("everything", "jira", "plain");
        assertThat(command(first, "everything").program()).isEqualTo("npx");
        assertThat(command(first, "everything").arguments()).hasSize(2);
        assertThat(command(first, "everything").environment()).containsKey("MY_ENV_VAR");
        assertThat(server(first, "everything").requestTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(Objects.requireNonNull(address(first, "jira").oauth()).scopes())
                .containsExactly("tools:read", "tools:execute");
        assertThat(address(first, "plain").oauth()).isNull();
        assertThat(texts(first)).isEmpty();
        assertThat(names(second)).containsExactly("everything");
        assertThat(server(second, "everything").startupTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(server(second, "everything").requestTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(texts(second)).isEmpty();
    }

    @Test
    void libreChat() {
        var file = inProject("librechat.yaml", "librechat.yaml");

        assertThat(file.dialect()).isEqualTo(Dialect.LIBRE_CHAT);
        assertThat(names(file)).containsExactly("everything", "github", "filesystem");
        assertThat(server(file, "everything").requestTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(server(file, "everything").startupTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(address(file, "everything").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
        assertThat(server(file, "github").start()).isEqualTo(ServerConfig.StartMode.LAZY);
        assertThat(Objects.requireNonNull(address(file, "github").oauth()).clientId())
                .isEqualTo("your_client_id");
        assertThat(texts(file))
                .anyMatch(text -> text.contains("placeholder that only LibreChat fills in"))
                .anyMatch(text -> text.contains("socket.type: asks for WebSocket"));
    }

    @Test
    void mcporter() {
        var file = inProject("mcporter.jsonc", "config/mcporter.json");

        assertThat(file.dialect()).isEqualTo(Dialect.MCPORTER);
        assertThat(names(file)).containsExactly("context7", "linear", "chrome-devtools");
        assertThat(address(file, "linear").headersFrom()).containsEntry("Authorization", "Bearer LINEAR_API_KEY");
        assertThat(Objects.requireNonNull(address(file, "linear").oauth()).redirectUri())
                .isEqualTo("http://127.0.0.1:9/callback");
        assertThat(command(file, "chrome-devtools").arguments()).containsExactly("-y", "chrome-devtools-mcp");
        assertThat(server(file, "chrome-devtools").folder()).isEqualTo(Samples.PROJECT);
        assertThat(texts(file)).singleElement().asString().contains("lifecycle: has no effect");
    }

    @Test
    void inspector() {
        var file = inHome("inspector.json", ".mcp-inspector/mcp.json");

        assertThat(file.dialect()).isEqualTo(Dialect.INSPECTOR);
        assertThat(names(file)).containsExactly("default-server", "my-http", "my-sse");
        assertThat(server(file, "default-server").startupTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(server(file, "default-server").requestTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(server(file, "default-server").ignored()).containsExactly("roots", "protocolEra");
        assertThat(address(file, "my-sse").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
    }

    @Test
    void fastMcp() {
        var file = inProject("fastmcp.json", "fastmcp.json");

        assertThat(file.dialect()).isEqualTo(Dialect.FAST_MCP);
        assertThat(names(file)).containsExactly("weather", "login", "assistant");
        assertThat(address(file, "weather").headers()).containsEntry("Authorization", "Bearer abc-token-123");
        assertThat(address(file, "login").headers()).isEmpty();
        assertThat(address(file, "login").strategy()).isEqualTo(HttpStrategy.SSE_FIRST);
        assertThat(server(file, "weather").requestTimeout()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void copilotCli() {
        var file = inHome("copilot.json", ".copilot/mcp-config.json");

        assertThat(file.dialect()).isEqualTo(Dialect.COPILOT);
        assertThat(server(file, "sentry").tools().include()).containsExactly("get_issue", "list_*");
        assertThat(server(file, "docs").tools()).isEqualTo(ToolRules.ALL);
        assertThat(texts(file)).isEmpty();
    }

    @Test
    void mcpCli() {
        var file = inProject("mcp-cli.json", "mcp_servers.json");

        assertThat(file.dialect()).isEqualTo(Dialect.MCP_CLI);
        assertThat(server(file, "filesystem").tools().include()).containsExactly("read_*");
        assertThat(server(file, "filesystem").tools().exclude()).containsExactly("read_media");
        assertThat(texts(file)).isEmpty();
    }
}
