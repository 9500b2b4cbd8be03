package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Surroundings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names that servers have, read anew for every line: verbs may change them. */
final class ServerNames {
    private static final Pattern URL = Pattern.compile("(?i)https?://.*", Pattern.DOTALL);
    private static final Pattern SCRIPT = Pattern.compile(".*\\.(py|js|mjs|cjs|jar)");

    private final Surroundings surroundings;
    private final ConfigOptions config;
    private @Nullable List<String> names;

    ServerNames(Surroundings surroundings, ConfigOptions config) {
        this.surroundings = surroundings;
        this.config = config;
    }

    List<String> all() {
        if (names == null) {
            names = Stream.concat(
                            config.files().isEmpty() ? surroundings.servers().names().stream() : Stream.<String>empty(),
                            ConfiguredServers.read(surroundings, config.files()).names().stream())
                    .distinct()
                    .toList();
        }
        return names;
    }

    void forget() {
        names = null;
    }

    /** Tells whether a word is a server. */
    boolean isServer(String word) {
        return URL.matcher(word).matches() || all().contains(word) || isScript(word);
    }

    private static boolean isScript(String word) {
        try {
            int name = word.lastIndexOf('#');
            return (SCRIPT.matcher(word).matches() && Files.exists(Path.of(word)))
                    || (name > 0 && Files.exists(Path.of(word.substring(0, name))));
        } catch (InvalidPathException none) {
            return false;
        }
    }
}
