package dev.fairlead.dist;

import dev.fairlead.dist.Materials.Part;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Under which terms others' work may be shipped with ours, which is under Apache-2.0. */
final class Licences {
    /** They ask for their notices to be kept and for nothing of our own code; another one is somebody's decision. */
    private static final Set<String> ALLOWED = Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "0BSD");

    /** What is meant where a list says something else, by the name of the part and that. */
    private static final Map<String, String> MEANT = Map.of(
            "com.github.javakeyring:java-keyring BSD-3", "BSD-3-Clause",
            // Its authors write "The BSD License", and the address of this one.
            "org.jline:jline BSD-4-Clause", "BSD-3-Clause");

    /** Of what may be had under one of several licences, the one that we take. */
    private static final Map<String, String> CHOSEN =
            Map.of("net.java.dev.jna:jna", "Apache-2.0", "net.java.dev.jna:jna-platform", "Apache-2.0");

    private Licences() {}

    /** Returns the licence of a part, in one line. */
    static String of(Part part) {
        var meant = part.licences().stream()
                .map(licence -> MEANT.getOrDefault(part.name() + " " + licence, licence))
                .distinct()
                .toList();
        var chosen = CHOSEN.get(part.name());
        return chosen != null && meant.contains(chosen) ? chosen : String.join(" and ", meant);
    }

    /** Returns the parts that may not be shipped, and why. */
    static List<String> problems(List<Part> parts) {
        return parts.stream()
                .filter(part -> !ALLOWED.contains(of(part)))
                .map(part -> "%s %s: %s".formatted(part.name(), part.version(), reason(of(part))))
                .toList();
    }

    private static String reason(String licence) {
        return licence.isEmpty() ? "names no licence" : licence + " is not among the licences that are allowed";
    }
}
