package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ServerWord;
import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names that servers have, read anew for every line: verbs may change them. */
final class KnownNames {
    private final Surroundings surroundings;
    private final ConfigOptions config;
    private @Nullable List<String> names;

    KnownNames(Surroundings surroundings, ConfigOptions config) {
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

    /** Tells whether a word is a server, and nothing else that a verb may want. */
    boolean isServer(String word) {
        return switch (ServerWord.of(word, surroundings, config.files())) {
            case ServerWord.Address address -> true;
            case ServerWord.Script script -> script.exists();
            case ServerWord.InFile entry -> true;
            case ServerWord.BuiltIn builtIn -> true;
            case ServerWord.Name name -> all().contains(word);
        };
    }
}
