package dev.fairlead.host.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What variables get their values from.
 *
 * @param environment the variables of the process
 * @param workspace the folder that the user works in
 * @param home the user's home
 * @param windows whether the rules of Windows apply
 */
record Surroundings(Map<String, String> environment, Path workspace, Path home, boolean windows, SecretSource secrets) {
    static final int MAX_FILE_BYTES = 64 * 1024;
    private static final Pattern OF_ANOTHER_MACHINE = Pattern.compile("[/\\\\]{2}");
    private static final SecretSource NOTHING = (kind, id) -> Optional.of("");

    static boolean isWindows() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    }

    /** Returns these surroundings with nothing for every secret, so that what stands beside one is known unasked. */
    Surroundings unasked() {
        return new Surroundings(environment, workspace, home, windows, NOTHING);
    }

    /**
     * Tells whether a path is looked at. Whoever looks at a file of another machine on Windows logs in there, under the
     * name of the user: not before somebody agreed to that.
     */
    boolean looksAt(String path) {
        return !(windows
                && secrets.equals(NOTHING)
                && OF_ANOTHER_MACHINE.matcher(path).lookingAt());
    }

    Optional<String> variable(String name) {
        @Nullable String exact = environment.get(name);
        if (exact != null || !windows) {
            return Optional.ofNullable(exact);
        }
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the folder where relative paths of a server begin. */
    Path folder(ServerConfig config) {
        var folder = config.folder();
        return folder == null ? workspace : folder;
    }
}
