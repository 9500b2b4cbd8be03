package dev.fairlead.console.keep;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The folder of the console: JSON files for their owner alone, each of which is replaced as a whole or not at all. What
 * cannot be read is put aside, never overwritten. For one console at a time.
 */
public final class Keep {
    private static final System.Logger LOG = System.getLogger(Keep.class.getName());
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,80}(/[a-z0-9-]{1,80})?");
    private static final long LARGEST = 64L << 20;

    private final Path folder;
    private final long largest;

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
            return Optional.of(Json.parse(Files.readString(file)));
        } catch (JacksonException | IOException unreadable) {
            LOG.log(
                    Level.WARNING,
                    "What the console kept as '%s' cannot be read, and is put aside".formatted(name),
                    unreadable);
            putAside(file);
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
            // Halves of characters, which servers may send, are not worth losing everything else for.
            var bytes = (Json.write(value) + "\n").getBytes(StandardCharsets.UTF_8);
            if (bytes.length > largest) {
                throw tooLarge(bytes.length);
            }
            var home = OwnerOnly.folder(Optional.ofNullable(file.getParent()).orElse(folder));
            var fresh = home.resolve(".new-" + UUID.randomUUID());
            try {
                Files.createFile(fresh, OwnerOnly.forNewFile(fresh));
                Files.write(fresh, bytes);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException failure) {
            throw new NotKeptException("keeping '%s' in %s".formatted(name, folder), failure);
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

    private IOException tooLarge(long bytes) {
        return new IOException("it has %d bytes, and at most %d can be kept in one file".formatted(bytes, largest));
    }

    /** Moves a file to a name that is free, so that nothing that was put aside before is lost. */
    private static void putAside(Path file) {
        try {
            for (int number = 1; ; number++) {
                var aside = file.resolveSibling("%s.unreadable-%d".formatted(file.getFileName(), number));
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
