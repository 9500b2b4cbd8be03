package dev.fairlead.host.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds out whose way of writing a file is. */
final class DialectFinder {
    private static final Map<String, Dialect> BY_NAME = Map.ofEntries(
            Map.entry("fairlead.json", Dialect.FAIRLEAD),
            Map.entry("fairlead.jsonc", Dialect.FAIRLEAD),
            Map.entry("claude_desktop_config.json", Dialect.CLAUDE_DESKTOP),
            Map.entry(".mcp.json", Dialect.CLAUDE_CODE),
            Map.entry(".claude.json", Dialect.CLAUDE_CODE),
            Map.entry("managed-mcp.json", Dialect.CLAUDE_CODE),
            Map.entry("devcontainer.json", Dialect.VS_CODE),
            Map.entry(".devcontainer.json", Dialect.VS_CODE),
            Map.entry("mcp-config.json", Dialect.COPILOT),
            Map.entry("cline_mcp_settings.json", Dialect.CLINE),
            Map.entry("mcp_settings.json", Dialect.ROO),
            Map.entry("opencode.json", Dialect.OPEN_CODE),
            Map.entry("opencode.jsonc", Dialect.OPEN_CODE),
            Map.entry("librechat.yaml", Dialect.LIBRE_CHAT),
            Map.entry("librechat.yml", Dialect.LIBRE_CHAT),
            Map.entry("mcporter.json", Dialect.MCPORTER),
            Map.entry("mcporter.jsonc", Dialect.MCPORTER),
            Map.entry("fastmcp.json", Dialect.FAST_MCP),
            Map.entry("mcp_servers.json", Dialect.MCP_CLI));

    private static final Map<String, Dialect> BY_FOLDER = Map.ofEntries(
            Map.entry(".vscode/mcp.json", Dialect.VS_CODE),
            Map.entry("user/mcp.json", Dialect.VS_CODE),
            Map.entry("user/settings.json", Dialect.VS_CODE),
            Map.entry(".cursor/mcp.json", Dialect.CURSOR),
            Map.entry(".roo/mcp.json", Dialect.ROO),
            Map.entry(".amazonq/mcp.json", Dialect.AMAZON_Q),
            Map.entry("amazonq/mcp.json", Dialect.AMAZON_Q),
            Map.entry("windsurf/mcp_config.json", Dialect.WINDSURF),
            Map.entry(".codeium/mcp_config.json", Dialect.WINDSURF),
            Map.entry("antigravity/mcp_config.json", Dialect.ANTIGRAVITY),
            Map.entry(".gemini/settings.json", Dialect.GEMINI),
            Map.entry(".codex/config.toml", Dialect.CODEX),
            Map.entry(".zed/settings.json", Dialect.ZED),
            Map.entry("zed/settings.json", Dialect.ZED),
            Map.entry("goose/config.yaml", Dialect.GOOSE),
            Map.entry("config/config.yaml", Dialect.GOOSE),
            Map.entry(".mcp-inspector/mcp.json", Dialect.INSPECTOR));

    private static final Map<String, Dialect> BY_FIELD = Map.of(
            "serverUrl", Dialect.WINDSURF,
            "httpUrl", Dialect.GEMINI,
            "autoApprove", Dialect.CLINE,
            "alwaysAllow", Dialect.ROO,
            "isActive", Dialect.CHERRY);

    private static final Path KIRO = Path.of(".kiro", "settings", "mcp.json");

    private DialectFinder() {}

    /** Returns the dialect that the place of a file tells. */
    static Optional<Dialect> byPlace(Path file) {
        var name = lower(file.getFileName());
        var parent = file.getParent();
        var folder = parent == null ? "" : lower(parent.getFileName());
        if (file.endsWith(KIRO)) {
            return Optional.of(Dialect.KIRO);
        }
        return Optional.ofNullable(BY_NAME.get(name)).or(() -> Optional.ofNullable(BY_FOLDER.get(folder + "/" + name)));
    }

    private static String lower(Path name) {
        return String.valueOf(name).toLowerCase(Locale.ROOT);
    }

    /** Returns the dialect that the content of a file tells. */
    static Dialect byShape(Located root, Format format) {
        if (root.objectAt("mcp_servers") != null) {
            return Dialect.CODEX;
        }
        if (root.objectAt("context_servers") != null) {
            return Dialect.ZED;
        }
        if (root.member("extensions") != null && format == Format.YAML) {
            return Dialect.GOOSE;
        }
        if (root.objectAt("projects") != null) {
            return Dialect.CLAUDE_CODE;
        }
        var servers = root.objectAt("mcpServers");
        if (servers != null) {
            return format == Format.YAML ? Dialect.LIBRE_CHAT : byFields(servers);
        }
        if (root.objectAt("servers") != null || root.objectAt("customizations", "vscode", "mcp") != null) {
            return Dialect.VS_CODE;
        }
        return root.objectAt("mcp") != null ? Dialect.OPEN_CODE : Dialect.PLAIN;
    }

    private static Dialect byFields(Located servers) {
        return servers.members().values().stream()
                .flatMap(entry -> entry.members().keySet().stream())
                .filter(BY_FIELD::containsKey)
                .findFirst()
                .map(BY_FIELD::get)
                .orElse(Dialect.PLAIN);
    }
}
