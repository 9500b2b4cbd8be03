package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigSearch.Place;
import dev.fairlead.host.config.Origin.Scope;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where other products keep their configurations. */
final class ProductFiles {
    private static final List<String> IN_PROJECTS = List.of(
            ".mcp.json",
            ".vscode/mcp.json",
            ".cursor/mcp.json",
            ".gemini/settings.json",
            ".codex/config.toml",
            ".zed/settings.json",
            ".roo/mcp.json",
            ".kiro/settings/mcp.json",
            ".amazonq/mcp.json",
            "opencode.json",
            "opencode.jsonc",
            "librechat.yaml",
            "config/mcporter.json",
            "fastmcp.json",
            "mcp_servers.json");
    private static final List<String> IN_HOMES = List.of(
            ".cursor/mcp.json",
            ".copilot/mcp-config.json",
            ".codeium/windsurf/mcp_config.json",
            ".codeium/mcp_config.json",
            ".gemini/settings.json",
            ".gemini/antigravity/mcp_config.json",
            ".kiro/settings/mcp.json",
            ".aws/amazonq/mcp.json",
            ".cline/data/settings/cline_mcp_settings.json",
            ".mcporter/mcporter.json",
            ".mcporter/mcporter.jsonc",
            ".mcp-inspector/mcp.json",
            ".config/zed/settings.json",
            ".config/goose/config.yaml",
            ".config/opencode/opencode.json",
            ".config/opencode/opencode.jsonc");
    private static final List<String> IN_SETTINGS = List.of(
            "Claude/claude_desktop_config.json",
            "zed/settings.json",
            "Zed/settings.json",
            "goose/config.yaml",
            "Block/goose/config/config.yaml",
            "opencode/opencode.json",
            "opencode/opencode.jsonc");
    private static final List<String> EDITORS = List.of("Code", "Code - Insiders", "VSCodium");
    private static final List<String> OF_AN_EDITOR = List.of(
            "User/mcp.json",
            "User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            "User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json");

    private final Map<String, String> environment;
    private final Path home;
    private final String system;

    /**
     * Looks at the home of a user.
     *
     * @param system the name of the operating system, in small letters
     */
    ProductFiles(Map<String, String> environment, Path home, String system) {
        this.environment = environment;
        this.home = home;
        this.system = system;
    }

    /** Returns those that exist: the user's, then those of folders of projects. */
    List<Place> existing(List<Path> projects) {
        var places = new ArrayList<Place>();
        user().map(file -> new Place(file, Scope.USER)).forEach(places::add);
        for (var project : projects) {
            IN_PROJECTS.forEach(name -> places.add(new Place(project.resolve(name), Scope.PROJECT)));
        }
        var seen = new ArrayList<Path>();
        return places.stream()
                .filter(place -> Files.isRegularFile(place.file()))
                .filter(place -> !seen.contains(place.file()) && seen.add(place.file()))
                .toList();
    }

    /** Tells whether a product keeps what this user set in just this file. */
    boolean areUsers(Path file) {
        return user().anyMatch(file::equals);
    }

    private Stream<Path> user() {
        var settings = settings();
        var named = Stream.of(
                        variable("CLAUDE_CONFIG_DIR").orElse(home).resolve(".claude.json"),
                        variable("CODEX_HOME").orElse(home.resolve(".codex")).resolve("config.toml"))
                .toList();
        return Stream.of(
                        named.stream(),
                        variable("OPENCODE_CONFIG").stream(),
                        IN_SETTINGS.stream().map(settings::resolve),
                        EDITORS.stream()
                                .flatMap(editor -> OF_AN_EDITOR.stream()
                                        .map(file -> settings.resolve(editor).resolve(file))),
                        IN_HOMES.stream().map(home::resolve))
                .flatMap(files -> files)
                .map(Path::normalize);
    }

    /** Returns the folder in which programs of this system keep what people set. */
    private Path settings() {
        if (system.startsWith("windows")) {
            return variable("APPDATA").orElse(home.resolve("AppData").resolve("Roaming"));
        }
        return system.startsWith("mac")
                ? home.resolve("Library").resolve("Application Support")
                : variable("XDG_CONFIG_HOME").orElse(home.resolve(".config"));
    }

    private Optional<Path> variable(String name) {
        try {
            return Optional.ofNullable(environment.get(name))
                    .filter(value -> !value.isBlank())
                    .map(Path::of)
                    .filter(Path::isAbsolute);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
