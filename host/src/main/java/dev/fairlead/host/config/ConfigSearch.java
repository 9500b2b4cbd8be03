package dev.fairlead.host.config;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.store.parts.Places;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the configuration of a user who works in a folder: the files that were named, else the one server in {@code
 * MCP_SERVER_URL}, else the user's own file and then the project's. The user's own servers count more than those of a
 * project with the same names, so that no project can take the place of a server that the user knows.
 */
public final class ConfigSearch {
    /** How our own file is called, wherever it stands. */
    public static final String FILE_NAME = "fairlead.json";

    private static final List<String> IN_PROJECTS = List.of(FILE_NAME, ".mcp.json");

    private final Map<String, String> environment;
    private final Path home;
    private final Path directory;
    private final String system;
    private final List<Path> named;

    /** A place where a configuration may be. */
    public record Place(Path file, Scope scope) {}

    private ConfigSearch(Map<String, String> environment, Path home, Path directory, String system, List<Path> named) {
        this.environment = Map.copyOf(environment);
        this.home = home.toAbsolutePath().normalize();
        this.directory = directory.toAbsolutePath().normalize();
        this.system = system.toLowerCase(Locale.ROOT);
        this.named = List.copyOf(named);
    }

    /** Returns the search for the user who runs this program, from the folder it runs in. */
    public static ConfigSearch ofSystem() {
        return of(
                System.getenv(),
                Path.of(System.getProperty("user.home", "")),
                Path.of(""),
                System.getProperty("os.name", ""));
    }

    /**
     * Returns the search for a user with a home who works in a folder.
     *
     * @param system the name of the operating system
     */
    public static ConfigSearch of(Map<String, String> environment, Path home, Path directory, String system) {
        return new ConfigSearch(environment, home, directory, system, List.of());
    }

    /** Returns a search that takes these files, of any dialect, and nothing else. */
    public ConfigSearch only(List<Path> files) {
        return new ConfigSearch(
                environment,
                home,
                directory,
                system,
                files.stream().map(file -> directory.resolve(file).normalize()).toList());
    }

    /** Returns the folder that the user works in: that of the project, if there is one. */
    public Path workspace() {
        return project().orElse(directory);
    }

    /** Returns where configurations are read from, also where there is none yet; what counts more comes first. */
    public List<Place> places() {
        if (!named.isEmpty()) {
            return named.stream().map(file -> new Place(file, scopeOf(file))).toList();
        }
        if (environmentServer().isPresent()) {
            return List.of();
        }
        var folder = workspace();
        var own = userFile();
        return Stream.concat(
                        Stream.of(new Place(own, Scope.USER)),
                        IN_PROJECTS.stream()
                                .map(folder::resolve)
                                .filter(file -> !isSame(file, own)) // Somebody who works in the folder of the settings.
                                .map(file -> new Place(file, Scope.PROJECT)))
                .toList();
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return one.equals(other) || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other));
        } catch (IOException unreadable) {
            return false; // Whoever reads it will say so.
        }
    }

    /** Returns our own file of the project that the user works in, also where there is none yet. */
    public Path projectFile() {
        return workspace().resolve(FILE_NAME);
    }

    /** Returns the files of other products that there are, for this user and for the project. */
    public List<Place> products() {
        var folders = new LinkedHashSet<>(List.of(workspace(), directory));
        repository().ifPresent(folders::add);
        return productFiles().existing(List.copyOf(folders));
    }

    /** Reads a file of whatever product, all that it says. */
    public ConfigFile read(Place place) {
        return new ConfigReader(workspace(), home).read(place.file(), place.scope());
    }

    /** Returns a file as a place: the user's own only where such files are. */
    public Place place(Path file) {
        var whole = directory.resolve(file).normalize();
        return new Place(whole, scopeOf(whole));
    }

    /** Reads everything there is. */
    public HostConfig load() {
        return load(HostConfig.EMPTY);
    }

    /** Reads everything there is; what became unusable stays as it was before, and is reported. */
    public HostConfig load(HostConfig before) {
        var value = environmentServer();
        if (named.isEmpty() && value.isPresent()) {
            return HostConfig.of(List.of(EnvironmentServer.read(value.get(), system.startsWith("windows"))));
        }
        var reader = new ConfigReader(workspace(), home);
        var files = new ArrayList<ConfigFile>();
        for (var place : places()) {
            if (!named.isEmpty() || Files.exists(place.file())) {
                var file = reader.read(place.file(), place.scope());
                files.add(before.files().stream()
                        .filter(old -> place.file().equals(old.file()) && Files.exists(place.file()))
                        .findFirst()
                        .map(file::after)
                        .orElse(file));
            }
        }
        return HostConfig.of(files);
    }

    private Optional<String> environmentServer() {
        return Optional.ofNullable(environment.get(EnvironmentServer.VARIABLE)).filter(value -> !value.isBlank());
    }

    /** Looks upwards no further than the repository reaches, and not at the home, which is no project. */
    private Optional<Path> project() {
        var folders = new ArrayList<Path>();
        boolean repository = false;
        for (var folder = directory; folder != null && !folder.equals(home); folder = folder.getParent()) {
            folders.add(folder);
            if (Files.exists(folder.resolve(".git"))) {
                repository = true;
                break;
            }
        }
        // Outside of both anybody may have put a file above.
        var allowed =
                repository || directory.startsWith(home) ? folders : folders.subList(0, Math.min(1, folders.size()));
        return allowed.stream()
                .filter(folder -> IN_PROJECTS.stream().anyMatch(name -> Files.exists(folder.resolve(name))))
                .findFirst();
    }

    /** Returns the user's own file, also where there is none yet. */
    public Path userFile() {
        var places = ours();
        return places.variable("FAIRLEAD_CONFIG")
                .map(directory::resolve)
                .orElseGet(() -> places.settings().resolve(FILE_NAME));
    }

    private Optional<Path> repository() {
        for (var folder = directory; folder != null && !folder.equals(home); folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    /**
     * A file is the user's own only if it is where our settings are, or just where a product keeps them; all else may come
     * from anybody, also what lies beside those: programs and copies of projects have folders there.
     */
    private Scope scopeOf(Path file) {
        boolean own = file.equals(userFile())
                || ours().settings().equals(file.getParent())
                || productFiles().areUsers(file);
        return own ? Scope.USER : Scope.PROJECT;
    }

    private Places ours() {
        return new Places(environment, system, home, directory);
    }

    private ProductFiles productFiles() {
        return new ProductFiles(environment, home, system);
    }
}
