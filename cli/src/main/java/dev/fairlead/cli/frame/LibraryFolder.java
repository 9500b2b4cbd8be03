package dev.fairlead.cli.frame;

import dev.fairlead.store.parts.OwnerOnly;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The folder into which SQLite's driver unpacks its library: one of our own. That of the system may not let programs run, and
 * what a run that was killed leaves there, the driver never takes away.
 */
public final class LibraryFolder {
    private static final String DRIVER = "org.sqlite.tmpdir";
    private static final String OWN = "fairlead.sqlite.folder";

    /** Loading takes no time, and what was loaded is not needed any more. */
    private static final Duration LEFT_BEHIND = Duration.ofMinutes(10);

    private LibraryFolder() {}

    /** Chooses it for this process, unless somebody has; nothing is made before it is needed. */
    public static void choose(Map<String, String> environment) {
        if (System.getProperty(DRIVER) == null) {
            try {
                var folder = new CacheFolder(environment).folder().resolve("sqlite");
                System.setProperty(OWN, folder.toString());
            } catch (InvalidPathException unusable) {
                System.clearProperty(OWN); // The one of the system has to do.
            }
        }
    }

    /** Makes it, if one was chosen, and takes away what was left behind there. */
    static void prepare() {
        var own = System.getProperty(OWN);
        if (own != null && System.getProperty(DRIVER) == null) {
            try {
                var folder = OwnerOnly.folder(Path.of(own));
                System.setProperty(DRIVER, folder.toString());
                tidy(folder);
            } catch (IOException unusable) {
                System.clearProperty(OWN); // The one of the system has to do.
            }
        }
    }

    static void tidy(Path folder) {
        var old = Instant.now().minus(LEFT_BEHIND);
        try (var files = Files.newDirectoryStream(folder, "sqlite-*")) {
            for (var file : files) {
                tidy(file, old);
            }
        } catch (IOException | DirectoryIteratorException unread) {
            return; // What is left behind takes room, and does nothing else.
        }
    }

    private static void tidy(Path file, Instant old) {
        try {
            if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException inUse) {
            return; // Or gone already, with the process that it belongs to.
        }
    }
}
