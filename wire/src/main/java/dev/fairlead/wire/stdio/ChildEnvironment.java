package dev.fairlead.wire.stdio;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The environment of a server: the few names that are safe to hand on, what was declared, and our marker. */
final class ChildEnvironment {
    static final List<String> POSIX_NAMES = List.of("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER");
    static final List<String> WINDOWS_NAMES = List.of(
            "APPDATA",
            "HOMEDRIVE",
            "HOMEPATH",
            "LOCALAPPDATA",
            "PATH",
            "PATHEXT",
            "PROCESSOR_ARCHITECTURE",
            "SYSTEMDRIVE",
            "SYSTEMROOT",
            "TEMP",
            "USERNAME",
            "USERPROFILE");

    private ChildEnvironment() {}

    /** Returns the names of those variables of ours that a server gets undeclared. */
    static List<String> safeNames(boolean windows) {
        return windows ? WINDOWS_NAMES : POSIX_NAMES;
    }

    /** Returns the environment for a server, given ours. */
    static Map<String, String> of(
            Map<String, String> parent, Map<String, String> declared, String marker, boolean windows) {
        // Windows does not tell Path from PATH, so neither may the map.
        Map<String, String> child = windows ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new LinkedHashMap<>();
        var safe = safeNames(windows);
        for (var variable : parent.entrySet()) {
            var name = variable.getKey();
            var value = variable.getValue();
            // Shells export functions as values like these; a child's shell would take them for code.
            if (safe.contains(windows ? name.toUpperCase(Locale.ROOT) : name) && !value.startsWith("()")) {
                child.put(name, value);
            }
        }
        for (var variable : declared.entrySet()) {
            replace(child, variable.getKey(), variable.getValue());
        }
        replace(child, Lifeline.VARIABLE, marker + Lifeline.MARKER_END);
        return child;
    }

    /** A map that ignores case keeps the old spelling of a key, but the declared spelling is meant. */
    private static void replace(Map<String, String> child, String name, String value) {
        child.remove(name);
        child.put(name, value);
    }
}
