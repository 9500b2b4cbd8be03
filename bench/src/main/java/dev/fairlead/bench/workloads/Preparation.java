package dev.fairlead.bench.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a platform can keep from one run for the next, so that a process starts sooner. */
final class Preparation {
    // Since then one run writes the whole of it.
    private static final int AHEAD_OF_TIME_CACHE = 25;

    private final Path folder;

    /** Keeps it in a folder. */
    Preparation(Path folder) {
        this.folder = folder;
    }

    /** Makes room, and forgets what is there. */
    void begin() throws IOException {
        if (Files.exists(folder)) {
            try (var old = Files.walk(folder)) {
                for (var path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(folder);
    }

    /** Returns what tells a JVM to write it when it ends, or to use it once it is there. */
    List<String> jvmOptions() {
        if (Runtime.version().feature() < AHEAD_OF_TIME_CACHE) {
            return List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"));
        }
        var cache = folder.resolve("classes.aot");
        return List.of((Files.exists(cache) ? "-XX:AOTCache=" : "-XX:AOTCacheOutput=") + cache);
    }

    /** Returns what tells Node the same. */
    Map<String, String> variables() {
        return Map.of("NODE_COMPILE_CACHE", folder.toString());
    }
}
