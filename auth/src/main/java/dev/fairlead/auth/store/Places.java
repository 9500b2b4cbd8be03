package dev.fairlead.auth.store;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folders in which a user's programs keep their data.
 *
 * @param environment the variables of the process
 * @param system the name of the operating system
 * @param home the user's home
 */
record Places(Map<String, String> environment, String system, Path home) {

    /** Returns those of the user who runs this program. */
    static Places ofThisUser() {
        return new Places(System.getenv(), System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
    }

    /** Returns the file that keeps credentials. */
    Path credentials() {
        return folder().resolve("credentials.json");
    }

    private Path folder() {
        var chosen = environment.get("FAIRLEAD_HOME");
        if (chosen != null && !chosen.isEmpty()) {
            return Path.of(chosen).toAbsolutePath();
        }
        var name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return absolute("APPDATA", home.resolve("AppData").resolve("Roaming"))
                    .resolve("Fairlead");
        }
        if (name.startsWith("mac")) {
            return home.resolve("Library").resolve("Application Support").resolve("Fairlead");
        }
        return absolute("XDG_DATA_HOME", home.resolve(".local").resolve("share"))
                .resolve("fairlead");
    }

    /** Relative values are invalid and ignored, as the XDG Base Directory Specification says. */
    private Path absolute(String variable, Path otherwise) {
        @Nullable String value = environment.get(variable);
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        var path = Path.of(value);
        return path.isAbsolute() ? path : otherwise;
    }
}
