package dev.fairlead.bench.workloads;

import java.util.regex.Pattern;

/** Looks at where classes come from. */
final class ClassPath {
    private ClassPath() {}

    /** Returns the version of an artifact, empty if it is not there. */
    static String version(String artifact) {
        var file = Pattern.compile("/" + Pattern.quote(artifact) + "-(\\d[^/]*?)(-beta\\d+)?\\.jar");
        var found = file.matcher(System.getProperty("java.class.path").replace('\\', '/'));
        return found.find() ? found.group(1) : "";
    }
}
