package dev.fairlead.host.catalog;

import dev.fairlead.host.config.ToolRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The names that users chose for tools. They are given out by what is configured, not by who is connected: where two
 * tools want the same name, the same one always gets it.
 */
final class Aliases {
    private final Map<Key, String> chosen = new HashMap<>();

    private record Key(String server, String tool) {}

    Aliases(Map<String, ToolRules> rules) {
        var taken = new HashSet<String>();
        new TreeMap<>(rules)
                .forEach((server, its) -> new TreeMap<>(its.single()).forEach((tool, rule) -> {
                    var alias = rule.alias();
                    // Usual names have a double underscore, so that no alias can be mistaken for one.
                    if (alias != null && OfferedNames.fits(alias) && !alias.contains("__") && taken.add(alias)) {
                        chosen.put(new Key(server, tool), alias);
                    }
                }));
    }

    Optional<String> of(String server, String tool) {
        return Optional.ofNullable(chosen.get(new Key(server, tool)));
    }
}
