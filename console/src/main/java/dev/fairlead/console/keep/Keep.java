package dev.fairlead.console.keep;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.UnsafePlaceException;
import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The folder of the console: JSON files for their owner alone, each of which is replaced as a whole or not at all. What
 * cannot be understood is put aside; what the disk does not hand out stays where it is. Neither is overwritten. For one
 * console at a time.
 */
public final class Keep {
    private static final System.Logger LOG = System.getLogger(Keep.class.getName());
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,80}(/[a-z0-9-]{1,80})?");
    private static final long LARGEST = 64L << 20;

    private final Path folder;
    private final long largest;
    private final Set<String> leftAlone = ConcurrentHashMap.newKeySet(); // names of what the disk did not hand out

    private Keep(Path folder, long largest) {
        this.folder = folder;
        this.largest = largest;
    }

    /** Opens a folder, which is made where there is none, and refused where others than its owner may write. */
    public static Keep in(Path folder) throws IOException {
        return in(folder, LARGEST);
    }

    static Keep in(Path folder, long largest) throws IOException {
        return new Keep(OwnerOnly.folder(folder), largest);
    }

    /** Returns where the folder of a console is, below the one that it is given. */
    public static Path below(Path home) {
        return home.resolve("console");
    }

    /**
     * Returns what a folder keeps under a name, if it keeps something; changes nothing, and needs no console to run.
     *
     * @throws UnreadException if something is there that cannot be read
     */
    public static Optional<JsonNode> look(Path folder, String name) throws UnreadException {
        var file = folder.resolve(name + ".json");
        try {
            if (!OwnerOnly.checkFile(file)) {
                return Optional.empty();
            }
            if (Files.size(file) > LARGEST) {
                throw new UnreadException(file, "it has more than %s bytes".formatted(LARGEST), null);
            }
            return Optional.of(Json.parseOwn(Files.readString(file)));
        } catch (UnsafePlaceException unsafe) {
            throw new UnreadException(file, String.valueOf(unsafe.getMessage()), unsafe);
        } catch (JacksonException | CharacterCodingException broken) {
            throw new UnreadException(file, "it is no JSON", broken);
        } catch (IOException failure) {
            throw new UnreadException(file, failure.toString(), failure);
        }
    }

    /** Returns where it is. */
    public Path folder() {
        return folder;
    }

    /** Returns what is kept under a name, if there is something that can be read. */
    public Optional<JsonNode> read(String name) {
        var file = file(name);
        try {
            if (!OwnerOnly.checkFile(file)) {
                return Optional.empty();
            }
            if (Files.size(file) > largest) {
                throw tooLarge(Files.size(file));
            }
            return Optional.of(Json.parseOwn(Files.readString(file)));
        } catch (JacksonException | CharacterCodingException | Unkeepable broken) {
            LOG.log(
                    Level.WARNING,
                    "What the console kept as '%s' cannot be understood, and is put aside".formatted(name),
                    broken);
            putAside(file);
            return Optional.empty();
        } catch (IOException failure) {
            // It may be sound: what comes of it is for its owner to see, and nothing may take its place.
            LOG.log(
                    Level.ERROR,
                    "%s could not be read. It is left alone, and the console works without it; repair this and start"
                                    .formatted(file)
                            + " the console again",
                    failure);
            leftAlone.add(name);
            return Optional.empty();
        }
    }

    /**
     * Keeps a value under a name.
     *
     * @throws NotKeptException if it cannot be, or is larger than what is read again
     */
    public void write(String name, JsonNode value) {
        var file = file(name);
        try {
            if (leftAlone.contains(name)) {
                throw new Unkeepable("what is there could not be read when the console started, and is left alone;"
                        + " repair that and start the console again");
            }
            // Halves of characters, which servers may send, are not worth losing everything else for.
            var bytes = (Json.write(value) + "\n").getBytes(StandardCharsets.UTF_8);
            if (bytes.length > largest) {
                throw tooLarge(bytes.length);
            }
            var home = OwnerOnly.folder(Optional.ofNullable(file.getParent()).orElse(folder));
            var fresh = home.resolve(".new-" + UUID.randomUUID());
            WholeFile.replace(file, fresh, bytes, OwnerOnly.forNewFile(fresh));
        } catch (IOException failure) {
            boolean passing = !(failure instanceof Unkeepable);
            throw new NotKeptException("keeping '%s' in %s".formatted(name, folder), failure, passing);
        }
    }

    /** Forgets what is kept under a name. */
    public void remove(String name) {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException failure) {
            throw new UncheckedIOException("removing '%s' from %s".formatted(name, folder), failure);
        }
    }

    /** Returns the names of what is kept under names that begin with a word and a slash. */
    public List<String> names(String group) {
        var home = folder.resolve(group);
        try (var files = Files.list(home)) {
            return files.map(file -> group + "/" + file.getFileName().toString().replaceFirst("\\.json$", ""))
                    .filter(name -> NAME.matcher(name).matches())
                    .sorted()
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException("listing %s".formatted(home), failure);
        }
    }

    private Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name to keep something under: " + name);
        }
        return folder.resolve(name + ".json");
    }

    private Unkeepable tooLarge(long bytes) {
        return new Unkeepable("it has %s bytes, and at most %s can be kept in one file".formatted(bytes, largest));
    }

    /** Whatever becomes of the disk, this cannot be kept. */
    private static final class Unkeepable extends IOException {
        private static final long serialVersionUID = 1;

        Unkeepable(String message) {
            super(message);
        }
    }

    /** Moves a file to a name that is free, so that nothing that was put aside before is lost. */
    private static void putAside(Path file) {
        try {
            for (int number = 1; ; number++) {
                var aside = file.resolveSibling("%s.unreadable-%s".formatted(file.getFileName(), number));
                if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(file, aside);
                    return;
                }
            }
        } catch (IOException stuck) {
            LOG.log(Level.WARNING, "It could not be put aside", stuck);
        }
    }
}
