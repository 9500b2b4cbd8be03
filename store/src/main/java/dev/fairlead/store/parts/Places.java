package dev.fairlead.store.parts;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The folders in which a user's programs keep things: the one that {@code FAIRLEAD_HOME} names, or those that the operating
 * system wants.
 *
 * @param environment the variables of the process
 * @param system the name of the operating system
 * @param home the user's home
 * @param directory where relative paths begin
 */
public record Places(Map<String, String> environment, String system, Path home, Path directory) {

    /** What the system's bytes become where they are no text in this locale. */
    private static final char UNREAD = '\uFFFD';

    /** Returns those of the user who runs this program, as these variables say. */
    public static Places ofThisUser(Map<String, String> environment) {
        return new Places(
                environment,
                System.getProperty("os.name", ""),
                Path.of(System.getProperty("user.home", "")),
                Path.of(""));
    }

    /** Returns the folder for what programs write. */
    public Path data() {
        return folder("XDG_DATA_HOME", home.resolve(".local").resolve("share"));
    }

    /** Returns the folder for what people write. */
    public Path settings() {
        return folder("XDG_CONFIG_HOME", home.resolve(".config"));
    }

    /**
     * Returns the path that a variable holds, if it holds anything.
     *
     * @throws PlaceException if that is no path here; another place than the one that is meant would be worse than none
     */
    public Optional<Path> variable(String name) {
        var value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            return Optional.empty();
        }
        if (value.indexOf(UNREAD) >= 0) {
            throw new PlaceException(name, null);
        }
        try {
            return Optional.of(Path.of(value));
        } catch (InvalidPathException noPath) {
            throw new PlaceException(name, noPath);
        }
    }

    private Path folder(String variable, Path otherwise) {
        return variable("FAIRLEAD_HOME")
                .map(own -> directory.resolve(own).toAbsolutePath())
                .orElseGet(() -> ofSystem(variable, otherwise));
    }

    private Path ofSystem(String variable, Path otherwise) {
        var name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return absolute("APPDATA", home.resolve("AppData").resolve("Roaming"))
                    .resolve("Fairlead");
        }
        if (name.startsWith("mac")) {
            return home.resolve("Library").resolve("Application Support").resolve("Fairlead");
        }
        return absolute(variable, otherwise).resolve("fairlead");
    }

    /** Relative values are invalid and ignored, as the XDG Base Directory Specification says. */
    private Path absolute(String variable, Path otherwise) {
        return variable(variable).filter(Path::isAbsolute).orElse(otherwise);
    }
}
