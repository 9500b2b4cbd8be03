package dev.fairlead.host.config;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the folder of the project that a file belongs to. */
final class ProjectFolder {
    private static final Set<String> SETTINGS = Set.of(
            ".vscode",
            ".cursor",
            ".gemini",
            ".codex",
            ".zed",
            ".devcontainer",
            ".fairlead",
            ".roo",
            ".kiro",
            ".amazonq",
            ".opencode");
    private static final Path BELOW_SETTINGS = Path.of(".kiro", "settings");

    private ProjectFolder() {}

    static @Nullable Path of(Path file) {
        var folder = file.toAbsolutePath().normalize().getParent();
        if (folder != null && folder.endsWith(BELOW_SETTINGS)) {
            folder = folder.getParent();
        }
        if (folder == null) {
            return null;
        }
        var name = String.valueOf(folder.getFileName());
        boolean settings = SETTINGS.contains(name)
                || (name.equals("config") && String.valueOf(file.getFileName()).startsWith("mcporter.json"));
        var above = folder.getParent();
        return settings && above != null ? above : folder;
    }
}
