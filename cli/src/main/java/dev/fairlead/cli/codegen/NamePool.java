package dev.fairlead.cli.codegen;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The names of one scope, each of which is given once, whatever the case of its letters. */
final class NamePool {
    private final Set<String> reserved = new HashSet<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> last = new HashMap<>();

    NamePool(Collection<String> reserved) {
        reserved.forEach(this::reserve);
    }

    void reserve(String name) {
        reserved.add(key(name));
    }

    /** Returns the name, with the suffix if it is reserved, and with a number if it is taken. */
    String take(String wanted, String suffix) {
        var base = reserved.contains(key(wanted)) ? wanted + suffix : wanted;
        var name = base;
        while (reserved.contains(key(name)) || !taken.add(key(name))) {
            name = base + last.merge(key(base), 2, (before, two) -> before + 1);
        }
        return name;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
