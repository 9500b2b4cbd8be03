package dev.fairlead.cli.completion;

import dev.fairlead.cli.frame.CacheFolder;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The names of configured servers; files are read anew only where they have changed since. */
final class KnownServers {
    private static final String KIND = "servers";
    private static final int MOST = 500;

    private KnownServers() {}

    /** Lists them. */
    static List<String> names(Surroundings surroundings, List<Path> files) {
        var stamps = ConfiguredServers.search(surroundings, files).places().stream()
                .map(place -> stamp(place.file()))
                .toList();
        var key = String.join("\n", stamps) + "\n" + surroundings.environment().getOrDefault("MCP_SERVER_URL", "");
        var cache = new CacheFolder(surroundings.environment());
        var kept = cache.read(KIND, key);
        if (!kept.isEmpty()) {
            return kept.subList(1, kept.size());
        }
        var names = ConfiguredServers.read(surroundings, files).names().stream()
                .filter(name -> Candidate.of(name).usable())
                .limit(MOST)
                .toList();
        var lines = new ArrayList<>(List.of("servers"));
        lines.addAll(names);
        var ignored = cache.write(KIND, key, lines);
        return names;
    }

    private static String stamp(Path file) {
        var known = file.toFile();
        return "%s %s %s".formatted(file, known.lastModified(), known.length());
    }
}
