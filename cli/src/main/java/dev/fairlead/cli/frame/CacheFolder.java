package dev.fairlead.cli.frame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Small files of lines that only make things quicker, in the user's folder for such: whatever goes wrong with them
 * changes nothing but that.
 */
public final class CacheFolder {
    private static final int MOST_FILES = 200;
    private static final int MOST_BYTES = 256 << 10;
    private static final int KEY_BYTES = 12;

    private final Map<String, String> environment;

    /** Finds the folder as these variables say. */
    public CacheFolder(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the lines that are kept under a key; none where nothing usable is. */
    public List<String> read(String kind, String key) {
        try {
            var file = file(kind, key);
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return List.of();
            }
            return Files.readString(file, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException | InvalidPathException unreadable) {
            return List.of(); // Nothing is known, then.
        }
    }

    /** Keeps lines under a key, for their owner alone. Returns whether that worked. */
    public boolean write(String kind, String key, List<String> lines) {
        try {
            var text = String.join("\n", lines) + "\n";
            if (text.length() > MOST_BYTES / 4) {
                return false;
            }
            if (read(kind, key).equals(lines)) {
                return true; // Most of what is learnt was known.
            }
            var file = file(kind, key);
            var folder = folder();
            Files.createDirectories(folder, rights(folder, "rwx------"));
            var fresh = Files.createTempFile(folder, "new", "", rights(folder, "rw-------"));
            try {
                Files.writeString(fresh, text, StandardCharsets.UTF_8);
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
            tidy(folder);
            return true;
        } catch (IOException | InvalidPathException unwritable) {
            return false;
        }
    }

    /** Returns where it is. */
    public Path folder() {
        var own = environment.getOrDefault("FAIRLEAD_HOME", "");
        if (!own.isBlank()) {
            return Path.of(own).toAbsolutePath().resolve("cache");
        }
        var home = Path.of(System.getProperty("user.home", ""));
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return absolute("LOCALAPPDATA", home.resolve("AppData").resolve("Local"))
                    .resolve("Fairlead")
                    .resolve("Cache");
        }
        return system.startsWith("mac")
                ? home.resolve("Library").resolve("Caches").resolve("Fairlead")
                : absolute("XDG_CACHE_HOME", home.resolve(".cache")).resolve("fairlead");
    }

    private Path absolute(String variable, Path otherwise) {
        var value = environment.getOrDefault(variable, "");
        return !value.isBlank() && Path.of(value).isAbsolute() ? Path.of(value) : otherwise;
    }

    /** Keys may be secret, and need not be fit for the names of files. */
    private Path file(String kind, String key) {
        return folder().resolve(kind + "-" + TextDigest.of(key).substring(0, 2 * KEY_BYTES));
    }

    private static void tidy(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var all = files.filter(Files::isRegularFile).toList();
            if (all.size() > MOST_FILES) {
                for (var old : all.stream()
                        .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
                        .limit(all.size() - MOST_FILES)
                        .toList()) {
                    Files.deleteIfExists(old);
                }
            }
        }
    }

    /** Returns what something new in a folder is made with, so that it has these rights where there are any. */
    private static FileAttribute<?>[] rights(Path folder, String rights) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
